import { UsageError } from "../usage-error.js";

/** What to do where the system does not let a bridge listen, by its code. */
const REMEDIES: Readonly<Record<string, (at: { host: string; port: number }) => string>> = {
  EADDRINUSE: ({ host, port }) =>
    `Port ${port} of ${host} is taken, perhaps by another bridge: choose another with --port N, or any free one with --port 0.`,
  EACCES: ({ port }) => `The system does not let you listen on port ${port}: choose one above 1023 with --port N.`,
  EADDRNOTAVAIL: ({ host }) => `${host} is no address of this machine: give one with --host, or 0.0.0.0 for all.`,
  ENOTFOUND: ({ host }) => `The host ${host} is not known: give an address with --host.`,
};

/** The same error in words, where it is one of listening; else as it is. */
export function asListenError(error: unknown, at: { host: string; port: number }): unknown {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const remedy = REMEDIES[code];
  return remedy ? new UsageError(remedy(at), { cause: error }) : error;
}
