import type { CallEvent } from "@millrace/protocol";
import { TEXT_INPUT } from "../history/text-tool.js";

/** Writes the one text of a call of a tool that takes a text and no object: the model wrote it as its parameter `input`. */
export class CallText {
  #begun = false;

  /** What may be sent now. A call that was written in another shape is given whole when it has closed, as JSON. */
  push(event: CallEvent): string {
    switch (event.type) {
      case "param-start":
      case "param-end":
        return "";
      case "param-delta":
        if (event.param !== TEXT_INPUT) return "";
        this.#begun = true;
        return event.text;
      case "tool-end": {
        const { closedBy, params, input } = event.value;
        const isText = this.#begun || params.length === 0 || params.some(([name]) => name === TEXT_INPUT);
        return closedBy === "end" || isText ? "" : JSON.stringify(input);
      }
    }
  }
}
