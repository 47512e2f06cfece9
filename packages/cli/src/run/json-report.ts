import type { SessionEvent } from "@millrace/agent";
import { BatchedWriter } from "../output/batched-writer.js";

/** Tells a run to a program: each event as a line of JSON on standard output. */
export class JsonReport {
  readonly #out = new BatchedWriter(process.stdout);

  add(event: SessionEvent): void {
    this.#out.write(`${JSON.stringify(event)}\n`);
  }
}
