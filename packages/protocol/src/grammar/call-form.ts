/**
 * How calls are written in one dialect, as data. In the texts of a form a word behind a `$` stands for a part:
 *
 * | part | is |
 * | --- | --- |
 * | `$NAME`, `$QUOTED_NAME` | the tool's name, as it is or as a JSON string |
 * | `$NUMBER` | a whole number of up to three digits |
 * | `$ARGUMENTS` | the arguments: a JSON object, or the parameters where the form has {@link ParameterForm} |
 */
export interface CallForm {
  /** The dialect whose reader reads it. */
  dialect: string;
  /** What stands before the first call of a message. */
  open: string;
  /** One call. */
  call: string;
  /** What stands between two calls; absent: one call a message. */
  between?: string;
  /** What stands behind the last call. */
  close: string;
  /**
   * With what `open` and `call` begin, `$NAME` in it being the tool's: where a model writes it, it means a call. Absent:
   * they begin with what any text may hold.
   */
  mark?: string;
  /** Absent: the arguments are JSON. */
  parameters?: ParameterForm;
}

/**
 * How one parameter is written where each has a mark of its own: text as it is, every other value as JSON. Parts:
 * `$PARAMETER` is its name, `$VALUE` its value, `$IS_TEXT` is `true` where the value is text and `false` where it is JSON.
 */
export interface ParameterForm {
  scalar: string;
  /** How a body is written, see `bodyParameters`; absent: like any other. */
  body?: string;
  /** `layout`: blanks at the ends of a scalar would be trimmed away. */
  scalarEnds: "layout" | "data";
  /** The same for a body. */
  bodyEnds: "layout" | "data";
  /** Names of the tags that mean something inside a value, so that text cannot hold them. */
  tags: readonly string[];
  /**
   * Names that are tags as well: of parameters, or of parameters and tools. In a body only its own name and its tool's
   * count.
   */
  namedTags?: "parameters" | "parameters-and-tools";
}
