/** A piece of a file and what it becomes. */
export interface EditBlock {
  search: string;
  replace: string;
}
