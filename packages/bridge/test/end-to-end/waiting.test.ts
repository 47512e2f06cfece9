import type { Answer } from "@millrace/testkit";
import { describe, expect, test } from "vitest";
import { VirtualClock } from "../../../../conformance/loop/virtual-clock.js";
import { FIRST_KEEP_ALIVE_MS, KEEP_ALIVE_MS } from "../../src/limits.js";
import { startBridgedModel, UPSTREAM_WIRES } from "./bridged-model.js";
import { CLIENTS } from "./clients/index.js";
import { gate } from "./gate.js";
import { startGatedUpstream } from "./gated-upstream.js";
import { Tap } from "./tapped-fetch.js";
import { TOOLS } from "./tools.js";

const SIGNS = {
  "openai-chat": ": keep-alive\n\n",
  "openai-responses": "event: keepalive\n",
  "anthropic-messages": "event: ping\n",
};

describe.each(CLIENTS)("a client of $wire", (client) => {
  test.each(UPSTREAM_WIRES)("hears that its request is being worked on while %s says nothing", async (wire) => {
    for (const how of ["helper", "events"] as const) {
      const clock = new VirtualClock();
      const held = gate();
      const slow = async (): Promise<Answer> => {
        await held.passed;
        return { text: "At last." };
      };
      const { url, server } = await startBridgedModel(wire, { answers: [slow] }, { mode: "salvage", clock });
      const tap = new Tap();
      const conversation = client.talk(url, TOOLS, { fetch: tap.fetch });
      conversation.say("Go on.");
      const asked = conversation.ask(how);
      await server.waitForRequest(1);
      // A stream that takes long to begin is begun without an answer.
      await clock.advance(FIRST_KEEP_ALIVE_MS);
      await tap.sees("data:", 1);
      for (let times = 1; times <= 3; times++) {
        await clock.advance(KEEP_ALIVE_MS);
        await tap.sees(SIGNS[client.wire], times);
      }
      held.open();
      const { text, error } = await asked;
      expect(error).toBeUndefined();
      expect(text).toBe("At last.");
      expect(server.violations).toEqual([]);
    }
  });

  test("hears it, too, while the upstream is silent in the middle", async () => {
    const clock = new VirtualClock();
    const upstream = await startGatedUpstream(["Be", "fore"], [" after"]);
    const url = await upstream.bridge({ mode: "native", clock });
    const tap = new Tap();
    const conversation = client.talk(url, [], { fetch: tap.fetch });
    conversation.say("Go on.");
    let said = "";
    const { text, error } = await conversation.ask("events", {
      async onPiece(piece) {
        if (piece.type === "text") said += piece.text;
        if (said !== "Before") return;
        // The first look finds that something was said since the last.
        await clock.advance(2 * KEEP_ALIVE_MS);
        await tap.sees(SIGNS[client.wire], 1);
        upstream.open();
      },
    });
    expect(error).toBeUndefined();
    expect(text).toBe("Before after");
  });
});
