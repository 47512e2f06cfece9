import { createModelClient } from "@millrace/models";
import { leaves, playPieces, startPlayServer } from "./play-server.js";
import type { Played } from "./played.js";
import { runThroughWaits } from "./run-through-waits.js";
import type { SpokenWire } from "./wires.js";

/** The bytes of one answer. */
export interface BytesCase {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly chunks?: readonly string[];
  readonly chunksHex?: readonly string[];
}

/** Plays an answer over HTTP, the same to every request. The agent's waits take no time. */
export async function playBytes({ status, headers, chunks, chunksHex }: BytesCase, wire: SpokenWire): Promise<Played> {
  const pieces = chunks ?? (chunksHex ?? []).map((hex) => Buffer.from(hex, "hex"));
  const server = await startPlayServer(
    () => playPieces(status, headers, pieces),
    () => 0,
  );
  try {
    const { client } = createModelClient({ ...wire.choice, baseUrl: server.url + wire.basePath, env: {} });
    const run = await runThroughWaits({ client });
    return { run, requests: server.requests, leftFirst: await leaves(server.requests[0]), slackMs: 0 };
  } finally {
    await server.close();
  }
}
