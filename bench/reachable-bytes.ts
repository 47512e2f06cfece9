import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** What is reachable on the heap: garbage is collected first. */
export function reachableBytes(): number {
  setFlagsFromString("--expose-gc");
  const collect: unknown = runInNewContext("gc");
  if (typeof collect === "function") collect();
  return process.memoryUsage().heapUsed;
}
