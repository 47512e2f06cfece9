import { type IPty, spawn } from "@lydell/node-pty";
import type { Program } from "./millrace.js";

/** The program on a real pseudo-terminal: what its screen got, and keys for it. */
export interface TerminalRun {
  readonly screen: string;
  /** Resolves when the screen, from `from` on, holds `text`; with the place behind it. Rejects when the program ends before. */
  until(text: string, from?: number): Promise<number>;
  type(keys: string): void;
  readonly ended: Promise<number>;
}

export function runOnTerminal(
  program: Program,
  args: readonly string[],
  more: Record<string, string> = {},
): TerminalRun {
  const env = program.env({ TERM: "xterm-256color", ...more }) as Record<string, string>;
  const pty: IPty = spawn(process.execPath, [program.file, ...args], { cols: 200, rows: 50, cwd: program.home, env });
  let screen = "";
  let checks: (() => void)[] = [];
  let over = false;
  const look = (): void => {
    for (const check of [...checks]) check();
  };
  pty.onData((piece) => {
    screen += piece;
    look();
  });
  const ended = new Promise<number>((resolve) => {
    pty.onExit(({ exitCode }) => {
      over = true;
      look();
      resolve(exitCode);
    });
  });
  return {
    get screen() {
      return screen;
    },
    until: (text, from = 0) =>
      new Promise((resolve, reject) => {
        const check = (): void => {
          const at = screen.indexOf(text, from);
          if (at < 0 && !over) return;
          checks = checks.filter((one) => one !== check);
          if (at >= 0) resolve(at + text.length);
          else reject(new Error(`The program ended without showing ${JSON.stringify(text)}:\n${screen.slice(from)}`));
        };
        checks.push(check);
        check();
      }),
    type: (keys) => pty.write(keys),
    ended,
  };
}
