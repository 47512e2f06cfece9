import type { SessionEvent } from "@millrace/agent";
import type { ExaminationStep } from "@millrace/models";
import { oneLine } from "../output/call-title.js";
import type { Terminal } from "../output/terminal.js";
import { WaitReport } from "../run/wait-report.js";
import { wordRetry } from "../run/word-retry.js";
import { CHECK_TITLES } from "./check-titles.js";

/** Tells how far an examination is, on a screen's line that goes; and waits and new tries, as a run tells them. */
export class Progress {
  readonly #terminal: Terminal;
  readonly #waits: WaitReport;
  #asking: string | undefined;

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
    this.#waits = new WaitReport(terminal, () => this.#asking);
  }

  step(step: ExaminationStep): void {
    if (step.type !== "started") return;
    this.#asking = `Asking: ${CHECK_TITLES[step.check]}`;
    this.#terminal.status(this.#asking);
  }

  event(event: SessionEvent): void {
    this.#waits.add(event);
    if (event.type === "request-retrying") {
      this.#terminal.note(this.#terminal.colours.doubtful(`! ${oneLine(wordRetry(event), 500)}`));
    }
  }
}
