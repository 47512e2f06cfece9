/** Puts a chat completions stream together again: text, and the arguments of calls. */
export class ChatStreamReader {
  text = "";
  json = "";
  reason: string | undefined;
  done = false;
  #rest = "";
  readonly #decoder = new TextDecoder();

  push(bytes: Uint8Array): void {
    const lines = (this.#rest + this.#decoder.decode(bytes, { stream: true })).split("\n");
    this.#rest = lines.pop() ?? "";
    for (const line of lines) if (line.startsWith("data: ")) this.#data(line.slice(6));
  }

  #data(data: string): void {
    if (data === "[DONE]") {
      this.done = true;
      return;
    }
    const { choices } = JSON.parse(data);
    for (const { delta = {}, finish_reason: reason } of choices ?? []) {
      this.text += delta.content ?? "";
      for (const call of delta.tool_calls ?? []) this.json += call.function?.arguments ?? "";
      this.reason ??= reason ?? undefined;
    }
  }
}
