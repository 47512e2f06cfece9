import fc from "fast-check";
import { describe, it } from "vitest";
import { dialectNames } from "../../src/index.js";
import { ends } from "../reader/read-message.js";
import { dialectMessages } from "./dialect-messages.js";
import { dialectTools } from "./dialect-tools.js";
import { expectInvariants } from "./expect-invariants.js";

const places = fc.array(fc.nat({ max: 100_000 }), { minLength: 1, maxLength: 4 });

describe.each(dialectNames)("%s", (dialect) => {
  it("reads any text in any cut alike, takes nothing back, covers it all, and makes no call of a cut one", () => {
    fc.assert(
      fc.property(dialectMessages(dialect), fc.constantFrom(...ends), places, (text, end, at) =>
        expectInvariants({ tools: dialectTools, dialect }, text, { end, places: at }),
      ),
      { numRuns: dialect === "auto" ? 600 : 120 },
    );
  });
});
