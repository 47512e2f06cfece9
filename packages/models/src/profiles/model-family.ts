/** One row of the catalogue: a family of open models, and what its chat templates do to a request. */
export interface ModelFamily {
  /** As people call it. */
  family: string;
  /** Finds it at the beginning of a name that {@link plainName} made. */
  name: RegExp;
  /** A name as users or servers write it. */
  sample: string;
  /** The published chat templates that showed it, as the shared collection names them. */
  templates: readonly string[];
  /** Why tools are taught in text. Absent: native calls and results come through whole. */
  nativeTools?: NativeToolsFault;
  /** Why the system text stands at the head of the first user message. Absent: a system message is right. */
  systemMessage?: SystemMessageFault;
  /** Why a message holds one native call. Absent: it may hold several. */
  secondCall?: SecondCallFault;
  /**
   * Of a running tool loop the template shows the last message's reasoning only: sent back, it would make each turn's
   * prompt new. Absent: it is shown for the whole loop, or not at all.
   */
  reasoning?: "last-only";
}

/** A key of {@link NATIVE_TOOLS_FAULTS}. */
export type NativeToolsFault = keyof typeof NATIVE_TOOLS_FAULTS;
/** A key of {@link SYSTEM_MESSAGE_FAULTS}. */
export type SystemMessageFault = keyof typeof SYSTEM_MESSAGE_FAULTS;
/** A key of {@link SECOND_CALL_FAULTS}. */
export type SecondCallFault = keyof typeof SECOND_CALL_FAULTS;

/** What templates do to native tools, as the user is told it. */
export const NATIVE_TOOLS_FAULTS = {
  /** A server answers 200, and the model sees no definitions, no calls or no results. */
  dropped: "its chat template leaves out tools, calls or results without a word",
  /** A server answers 400. */
  refused: "its chat template refuses tools or their results",
  /** It fails on a type or a missing value: 400 or 500. */
  broken: "its chat template breaks on calls as servers pass them",
  /** Calls and results are shown, so whoever writes the definitions into the system text loses nothing. */
  "no-definitions": "its chat template shows no definitions of tools",
  /** As a Python dict, with HTML escapes: the model copies what it sees. */
  altered: "its chat template writes arguments in a form that is not the model's",
  /** Ahead of the last user message: all behind that place is read anew. */
  moved: "its chat template moves the definitions of tools with every question, and no prompt cache holds",
} as const;

/** What templates do to a system message. */
export const SYSTEM_MESSAGE_FAULTS = {
  refused: "its chat template refuses a system message",
  dropped: "its chat template leaves out a system message without a word",
  /** To the last user message: each turn's prompt is new, and in some it vanishes behind a result. */
  moved: "its chat template moves a system message with every question",
} as const;

/** What templates do to a second call in a message. */
export const SECOND_CALL_FAULTS = {
  refused: "its chat template refuses a second call in a message",
  dropped: "its chat template leaves out the second call of a message",
} as const;
