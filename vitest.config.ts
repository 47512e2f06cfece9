import { defaultServerConditions } from "vite";
import { defineConfig } from "vitest/config";

export default defineConfig({
  // Tests run on the sources: `resolve.conditions` alone does not reach the server side.
  ssr: { resolve: { conditions: ["@millrace/source", ...defaultServerConditions] } },
  test: {
    include: ["packages/*/test/**/*.test.ts", "test/**/*.test.ts"],
    pool: "forks",
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
