import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll } from "vitest";

/** How a run of the program ended. */
export interface Ended {
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
}

type Watcher = (soFar: string, kill: (signal: NodeJS.Signals) => void) => void;

export interface RunOptions {
  env?: Record<string, string>;
  /** Written to standard input, which then ends. Default: nothing, and no terminal. */
  input?: string;
  cwd?: string;
  /** Called with all of that output so far, each time it grows. */
  onStdout?: Watcher;
  onStderr?: Watcher;
}

/** The program, built for this test file, with a home folder of its own. */
export interface Program {
  /** The built file. */
  file: string;
  home: string;
  /** A fresh folder below the home. */
  folder(name: string): string;
  env(more?: Record<string, string>): NodeJS.ProcessEnv;
  run(args: readonly string[], options?: RunOptions): Promise<Ended>;
}

const packageFolder = fileURLToPath(new URL("../..", import.meta.url));

/** Builds the program before the tests of a file and removes it after them. */
export function buildProgram(): Program {
  let root = "";
  const program: Program = {
    get file() {
      return join(root, "program", "millrace.js");
    },
    get home() {
      return join(root, "home");
    },
    folder(name) {
      const path = join(root, "home", name);
      mkdirSync(path, { recursive: true });
      return path;
    },
    env: (more = {}) => ({
      PATH: process.env.PATH,
      HOME: join(root, "home"),
      XDG_CONFIG_HOME: join(root, "home", ".config"),
      TMPDIR: join(root, "tmp"),
      LANG: "C.UTF-8",
      // Nothing listens there: no test depends on what runs on the machine.
      OLLAMA_HOST: "127.0.0.1:9",
      ...more,
    }),
    run: (args, options = {}) => runProgram(program, args, options),
  };
  beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), "millrace-cli-"));
    mkdirSync(join(root, "home"));
    mkdirSync(join(root, "tmp"));
    execFileSync(process.execPath, [join(packageFolder, "build.mjs"), join(root, "program")], { stdio: "inherit" });
  });
  afterAll(() => {
    rmSync(root, { recursive: true, force: true });
  });
  return program;
}

function runProgram(program: Program, args: readonly string[], options: RunOptions): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program.file, ...args], {
      cwd: options.cwd ?? program.home,
      env: program.env(options.env),
    });
    let [stdout, stderr] = ["", ""];
    child.stdout.setEncoding("utf8").on("data", (piece: string) => {
      stdout += piece;
      options.onStdout?.(stdout, (signal) => child.kill(signal));
    });
    child.stderr.setEncoding("utf8").on("data", (piece: string) => {
      stderr += piece;
      options.onStderr?.(stderr, (signal) => child.kill(signal));
    });
    child.stdin.on("error", () => {});
    child.stdin.end(options.input ?? "");
    child.on("error", reject);
    child.on("close", (code, signal) => resolve({ code, signal, stdout, stderr }));
  });
}
