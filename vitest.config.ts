import { randomInt } from "node:crypto";
import { defaultServerConditions } from "vite";
import { defineConfig } from "vitest/config";

/** Of all properties, unless `MILLRACE_SEED` is another number, or `random`. */
const SEED = 20_261_130;

const { MILLRACE_SEED: seed = String(SEED), MILLRACE_RUNS: runs } = process.env;
const isLooking = runs !== undefined;

export default defineConfig({
  // Tests run on the sources: `resolve.conditions` alone does not reach the server side.
  ssr: { resolve: { conditions: ["@millrace/source", ...defaultServerConditions] } },
  test: {
    include: ["packages/*/test/**/*.test.ts", "test/**/*.test.ts"],
    pool: "forks",
    // By default one core stays free: on the two of a build machine that would be half of them.
    maxWorkers: "100%",
    setupFiles: ["test/properties/settings.ts", ...(isLooking ? ["test/properties/more-runs.ts"] : [])],
    // Chosen here, once for all files.
    env: { MILLRACE_SEED: seed === "random" ? String(randomInt(2 ** 31)) : seed },
    testTimeout: isLooking ? 0 : 30_000,
    hookTimeout: 60_000,
  },
});
