/** What a user can do about a request that no window holds, however much is left out. */
export const OVERFLOW_REMEDY =
  "Give it a smaller task or shorter rules, or a model or server setting with a larger window.";
