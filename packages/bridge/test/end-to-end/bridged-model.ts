import { EventEmitter, once } from "node:events";
import { type Bridge, type BridgeOptions, type RequestSummary, startBridge } from "@millrace/bridge";
import { type ModelServer, type Scenario, startModelServer, type Wire } from "@millrace/testkit";
import { onTestFinished } from "vitest";

/** A model server with a bridge before it, both over HTTP. */
export interface BridgedModel {
  server: ModelServer;
  /** Of the bridge. */
  url: string;
  /** What became of the requests so far. */
  summaries: readonly RequestSummary[];
  /** The n-th of them, as soon as it is there; 1 is the first. */
  summary(number: number): Promise<RequestSummary | undefined>;
  bridge: Bridge;
}

/** How the bridge is told of a model server, by the wire it is to speak. */
const UPSTREAMS: Readonly<Record<Wire, (url: string) => Pick<BridgeOptions, "upstream" | "provider" | "apiKey">>> = {
  "chat-completions": (url) => ({ upstream: `${url}/v1`, provider: "custom" }),
  "openai-responses": (url) => ({ upstream: `${url}/v1`, provider: "openai", apiKey: "key" }),
  ollama: (url) => ({ upstream: url, provider: "ollama" }),
  anthropic: (url) => ({ upstream: url, provider: "anthropic", apiKey: "key" }),
};

export const UPSTREAM_WIRES = Object.keys(UPSTREAMS) as readonly Wire[];

/** Starts both; they end with the test. */
export async function startBridgedModel(
  wire: Wire,
  scenario: Scenario,
  options: Partial<BridgeOptions> & { templates?: string } = {},
): Promise<BridgedModel> {
  const { templates = false, ...bridgeOptions } = options;
  const server = await startModelServer({ scenario, templates });
  const summaries: RequestSummary[] = [];
  const told = new EventEmitter();
  const bridge = await startBridge({
    ...UPSTREAMS[wire](server.url),
    env: {},
    onRequest(summary) {
      summaries.push(summary);
      told.emit("summary");
    },
    ...bridgeOptions,
  });
  onTestFinished(async () => {
    // The model's server first: an answer that it holds would hold up the bridge.
    await server.close();
    await bridge.close();
  });
  const summary = async (number: number) => {
    while (summaries.length < number) await once(told, "summary");
    return summaries[number - 1];
  };
  return { server, url: bridge.url, summaries, summary, bridge };
}
