/** A wire as a server speaks it: the little of it that timelines and scripts need. */
export interface SpokenWire {
  /** What `createModelClient` is told besides the address. */
  readonly choice: { readonly model: string };
  /** Below the server's address. */
  readonly basePath: string;
  readonly begin: string;
  text(text: string): string;
  readonly ping: string;
  readonly stop: string;
  /** An error in the middle of the stream. */
  error(type: string): string;
}

const data = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`;

/** Every wire that streams events, by name. */
export const SPOKEN_WIRES: Readonly<Record<string, SpokenWire>> = {
  "openai-chat": {
    choice: { model: "custom/played" },
    basePath: "/v1",
    begin: "",
    text: (text) => data({ choices: [{ index: 0, delta: { content: text }, finish_reason: null }] }),
    ping: ": ping\n\n",
    stop: `${data({ choices: [{ index: 0, delta: {}, finish_reason: "stop" }] })}data: [DONE]\n\n`,
    error: (type) => data({ error: { type, message: type } }),
  },
};
