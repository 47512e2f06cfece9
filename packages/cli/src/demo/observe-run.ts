import type { SessionEvent } from "@millrace/agent";

/** What a model was seen to do in the demo, for a verdict in words. */
export class RunObserver {
  #native = 0;
  #text = 0;
  readonly #done = new Set<"read" | "edit" | "test">();
  #finished = false;

  add(event: SessionEvent): void {
    if (event.type === "call-closed") {
      if (event.block.dialect === "native") this.#native++;
      else this.#text++;
    } else if (event.type === "call-finished" && event.result.status === "ok") {
      if (event.name === "read_file") this.#done.add("read");
      if (event.name === "replace_in_file" || event.name === "write_to_file") this.#done.add("edit");
      if (event.name === "execute_command") this.#done.add("test");
    } else if (event.type === "run-finished") {
      this.#finished = event.end === "answered" || event.end === "completed";
    }
  }

  /** One line an ability: could it, and what it is. */
  abilities(): readonly { could: boolean; what: string }[] {
    const calls = [
      ...(this.#native > 0 ? [`${this.#native} native`] : []),
      ...(this.#text > 0 ? [`${this.#text} written in text`] : []),
    ];
    return [
      { could: calls.length > 0, what: calls.length > 0 ? `call tools (${calls.join(", ")})` : "call tools" },
      { could: this.#done.has("read"), what: "read a file" },
      { could: this.#done.has("edit"), what: "edit a file" },
      { could: this.#done.has("test"), what: "run a command" },
      { could: this.#finished, what: "come to an end by itself" },
    ];
  }
}
