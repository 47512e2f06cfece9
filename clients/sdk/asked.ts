/** What a program with an SDK is told, in its environment and on its command line: `PROGRAM stream|whole PROMPT`. */
export const asked = {
  /** Of the bridge, without `/v1`. */
  url: process.env.BRIDGE_URL ?? "",
  model: process.env.MODEL ?? "",
  stream: process.argv[2] === "stream",
  prompt: process.argv[3] ?? "",
};
