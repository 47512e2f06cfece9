import { type FileHandle, open } from "node:fs/promises";
import { redact, secretsAmong } from "@millrace/agent";
import type { RequestContents } from "@millrace/bridge";
import { UsageError } from "../usage-error.js";

/** A file that keeps what was asked and answered. */
export interface ContentsLog {
  add(contents: RequestContents): void;
  /** All that was added is on the disk. Says what could not be written. */
  close(): Promise<void>;
}

/**
 * Opens a file that only its owner may read, to append to: a JSON line an answer, without keys. Throws UsageError where it
 * cannot be opened.
 *
 * @param onFault told once, when a line cannot be written; what comes after it is dropped
 */
export async function openContentsLog(path: string, onFault: (error: Error) => void): Promise<ContentsLog> {
  const file = await openPrivate(path);
  const secrets = secretsAmong(process.env);
  const stream = file.createWriteStream({ encoding: "utf8" });
  stream.on("error", onFault);
  return {
    add(contents) {
      if (stream.destroyed) return;
      const line = JSON.stringify({ at: new Date().toISOString(), ...contents });
      stream.write(`${redact(line, secrets)}\n`);
    },
    close: () =>
      new Promise((resolve) => {
        if (stream.destroyed) return resolve();
        stream.once("close", () => resolve());
        stream.end();
      }),
  };
}

async function openPrivate(path: string): Promise<FileHandle> {
  try {
    const file = await open(path, "a", 0o600);
    // It may have been there before. A device or a pipe stays everybody's.
    if ((await file.stat()).isFile()) await file.chmod(0o600);
    return file;
  } catch (error) {
    throw new UsageError(
      `--log-contents ${path}: it cannot be written: ${error instanceof Error ? error.message : error}`,
      {
        cause: error,
      },
    );
  }
}
