import { isatty } from "node:tty";

/** Can someone see what is asked and type an answer? Asks the file descriptors: opening the streams takes 10 ms. */
export function isAtTerminal(): boolean {
  return isatty(0) && isatty(2);
}
