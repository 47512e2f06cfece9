import { promptCosts } from "@millrace/agent";
import { dialectNames, type Tier } from "@millrace/protocol";
import { codingTools } from "@millrace/tools";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  FIRST_REQUEST_TOKENS,
  type FirstRequests,
  SMALL_REPOSITORY,
  startFirstRequests,
  tokensOf,
  WIRES,
} from "../../bench/first-request.js";

const TIERS: readonly Tier[] = ["full", "compact", "minimal"];

/** A repository with more files and changes, and longer names, than the note has room for. */
const LARGE_REPOSITORY = {
  ...SMALL_REPOSITORY,
  folder: "/home/someone/projects/frontend/applications/storefront",
  git: { head: "0123456789", branch: "feature/checkout-redesign", changed: paths(30), changedMore: 12 },
  files: { names: paths(200), more: 1_800 },
};

function paths(count: number): string[] {
  return Array.from({ length: count }, (_, at) => `src/components/part-${at}.ts`);
}

let requests: FirstRequests;
beforeAll(async () => {
  requests = await startFirstRequests();
});
afterAll(() => requests.close());

describe.each(TIERS.flatMap((tier) => WIRES.map((wire) => ({ tier, wire }))))(
  "the first request as it was received on the wire $wire, tier $tier,",
  ({ tier, wire }) => {
    test("is within its budget in every dialect that can be taught, and natively, with somebody there or not", async () => {
      const over: string[] = [];
      for (const interactive of [true, false]) {
        const native = await requests.send({ wire, tier, protocol: "native", interactive });
        if (tokensOf(native) > FIRST_REQUEST_TOKENS[tier]) over.push(`native: ${tokensOf(native)}`);
        for (const dialect of dialectNames) {
          const text = await requests.send({ wire, tier, protocol: "text", dialect, interactive });
          if (tokensOf(text) > FIRST_REQUEST_TOKENS[tier]) over.push(`${dialect}: ${tokensOf(text)}`);
        }
      }
      expect(over).toEqual([]);
    });

    test("is so in a large repository, too", async () => {
      for (const protocol of ["text", "native"] as const) {
        const request = await requests.send({ wire, tier, protocol, interactive: false, facts: LARGE_REPOSITORY });
        expect(tokensOf(request)).toBeLessThanOrEqual(FIRST_REQUEST_TOKENS[tier]);
      }
    });
  },
);

test.each(TIERS.flatMap((tier) => (["text", "native"] as const).map((protocol) => ({ tier, protocol }))))(
  "what its parts are said to take is what the body has, but for its quotes and names: $tier, $protocol",
  async ({ tier, protocol }) => {
    const tools = codingTools({ form: protocol });
    const { bytes } = promptCosts(
      { tier, protocol, dialect: "cline", mode: "ask", tools, interactive: true, sections: [] },
      { task: "fix the failing test", facts: SMALL_REPOSITORY },
    );
    const { body } = await requests.send({
      wire: "chat-completions",
      tier,
      protocol,
      dialect: "cline",
      interactive: true,
    });
    expect(bytes / Buffer.byteLength(body)).toBeGreaterThan(0.85);
    expect(bytes / Buffer.byteLength(body)).toBeLessThan(1.05);
  },
);
