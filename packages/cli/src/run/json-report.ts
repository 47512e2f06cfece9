import { EventCoalescer, type SessionEvent, systemClock } from "@millrace/agent";
import { BatchedWriter } from "../output/batched-writer.js";

/** Tells a run to a program: each event as a line of JSON on standard output, text of one frame in one event. */
export class JsonReport {
  readonly #out = new BatchedWriter(process.stdout);
  readonly #frames = new EventCoalescer(systemClock, (event) => this.#out.write(`${JSON.stringify(event)}\n`));

  add(event: SessionEvent): void {
    this.#frames.push(event);
  }

  /** No more events come. */
  end(): void {
    this.#frames.flush();
  }
}
