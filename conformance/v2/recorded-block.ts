/** A block as Cline 4.0.10's parser gave it, less its call id. */
export type RecordedBlock =
  | { readonly type: "text"; readonly content: string }
  | {
      readonly type: "tool_use";
      readonly name: string;
      readonly params: Readonly<Record<string, string>>;
      readonly partial: boolean;
    };
