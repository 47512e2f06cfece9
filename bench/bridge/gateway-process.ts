import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

/** What a process has used so far. Bytes; the heap with what it holds outside, after a collection. */
export interface Used {
  cpuMs: number;
  rss: number;
  heap: number;
}

/** A process of the benchmark that listens. */
export interface ListeningProcess {
  url: string;
  used(): Promise<Used>;
  stop(): void;
}

/** Starts a file of this folder. */
export async function startProcess(file: string, ...args: readonly string[]): Promise<ListeningProcess> {
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), args, {
    execArgv: ["--expose-gc", "--conditions=@millrace/source", "--import", "tsx"],
  });
  return {
    url: String(await next(child)),
    async used() {
      const answer = next(child);
      child.send("used");
      return (await answer) as Used;
    },
    stop: () => child.disconnect(),
  };
}

async function next(child: ChildProcess): Promise<unknown> {
  const heard = new AbortController();
  const { signal } = heard;
  try {
    const [message] = await Promise.race([
      once(child, "message", { signal }),
      once(child, "exit", { signal }).then(([code]) => {
        throw new Error(`A process of the benchmark ended with ${code}.`);
      }),
    ]);
    return message;
  } finally {
    heard.abort();
  }
}
