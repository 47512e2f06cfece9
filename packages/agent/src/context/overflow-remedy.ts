/** What a user can do about a request that no window holds, however much is left out. */
export const OVERFLOW_REMEDY =
  "Use a model or server setting with a larger window, a smaller prompt tier, fewer tools, or a smaller task.";
