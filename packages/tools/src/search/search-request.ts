import type { Location } from "@millrace/agent";
import type { Refuses } from "../files/path-gate.js";

/** What is searched for, and where. */
export interface SearchRequest {
  /** A folder, or a file named on purpose. */
  start: Location;
  isFolder: boolean;
  regex: string;
  /** Glob as the model wrote it. */
  filePattern: string | undefined;
  /** Whether the pattern takes a file, by its name relative to the start. */
  takes(name: string): boolean;
  /** The gate's word on a file. */
  refuses: Refuses;
  signal: AbortSignal;
}

/**
 * Takes every file where no pattern is given. A pattern without `/` looks at the last part of the name, one with `/` at
 * all of it from the start.
 */
export async function fileFilter(pattern: string | undefined): Promise<(name: string) => boolean> {
  if (pattern === undefined || pattern === "") return () => true;
  const { default: picomatch } = await import("picomatch");
  return picomatch(pattern.replace(/^\.?\//, ""), { dot: true, basename: !pattern.includes("/") });
}
