/** A wire as a server speaks it: the little of it that timelines and scripts need. */
export interface SpokenWire {
  /** What `createModelClient` is told besides the address. */
  readonly choice: { readonly model: string; readonly apiKey?: string };
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
const event = (value: { readonly type: string } & Readonly<Record<string, unknown>>) =>
  `event: ${value.type}\n${data(value)}`;

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
  "openai-responses": {
    choice: { model: "openai/played", apiKey: "none" },
    basePath: "/v1",
    begin: [
      event({ type: "response.created", response: { status: "in_progress", output: [] } }),
      event({ type: "response.output_item.added", output_index: 0, item: { type: "message", content: [] } }),
    ].join(""),
    text: (text) => event({ type: "response.output_text.delta", output_index: 0, content_index: 0, delta: text }),
    ping: event({ type: "keepalive" }),
    stop: [
      event({ type: "response.output_item.done", output_index: 0, item: { type: "message", content: [] } }),
      event({ type: "response.completed", response: { status: "completed", output: [] } }),
    ].join(""),
    error: (type) => event({ type: "error", code: type, message: type }),
  },
  "anthropic-messages": {
    choice: { model: "anthropic/played", apiKey: "none" },
    basePath: "",
    begin: [
      event({ type: "message_start", message: { type: "message", role: "assistant", content: [] } }),
      event({ type: "content_block_start", index: 0, content_block: { type: "text", text: "" } }),
    ].join(""),
    text: (text) => event({ type: "content_block_delta", index: 0, delta: { type: "text_delta", text } }),
    ping: event({ type: "ping" }),
    stop: [
      event({ type: "content_block_stop", index: 0 }),
      event({ type: "message_delta", delta: { stop_reason: "end_turn" } }),
      event({ type: "message_stop" }),
    ].join(""),
    error: (type) => event({ type: "error", error: { type, message: type } }),
  },
};
