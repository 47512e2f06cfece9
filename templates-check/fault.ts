/** Something that a template did to a request. */
export interface Fault {
  kind: "refused" | "dropped" | "altered";
  /** In which conversation. */
  conversation: string;
  what: string;
}
