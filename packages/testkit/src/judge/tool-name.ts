/** What OpenAI takes as the name of a function, and every other server with it. */
export const TOOL_NAME = /^[A-Za-z0-9_-]{1,64}$/;
