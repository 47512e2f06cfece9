import { type ModelServer, startModelServer } from "@millrace/testkit";
import { afterEach, describe, expect, test } from "vitest";
import { buildProgram, type Ended } from "./support/millrace.js";

const program = buildProgram();
let server: ModelServer;

afterEach(async () => {
  await server.close();
});

/** Runs against a model that begins and then says nothing more; sends the signals when it has begun. */
async function interruptWith(signals: readonly NodeJS.Signals[]): Promise<Ended> {
  server = await startModelServer({ scenario: { answers: [{ parts: [{ text: "Begun.\n" }, { waitMs: 600_000 }] }] } });
  let sent = 0;
  void server.waitForRequest(1).catch(() => {});
  return program.run(["run", "--base-url", `${server.url}/v1`, "--model", "m", "go"], {
    onStdout: (_, kill) => {
      if (sent === 0) kill(signals[sent++] ?? "SIGKILL");
    },
    onStderr: (soFar, kill) => {
      const next = signals[sent];
      if (next !== undefined && soFar.includes("stopping")) {
        sent++;
        kill(next);
      }
    },
  });
}

describe("a signal", () => {
  test("SIGINT ends the run cleanly: what was said stays, the closing line comes, exit code 130", async () => {
    const { code, stdout, stderr } = await interruptWith(["SIGINT"]);
    expect(code).toBe(130);
    expect(stdout).toBe("Begun.\n");
    expect(stderr).toContain("stopping");
    expect(stderr).toMatch(/^\d+ turns? · /m);
  });

  test("a second SIGINT ends it at once, without waiting for anything", async () => {
    const { code } = await interruptWith(["SIGINT", "SIGINT"]);
    expect(code).toBe(130);
  });

  test("SIGTERM ends it with exit code 143", async () => {
    const { code } = await interruptWith(["SIGTERM"]);
    expect(code).toBe(143);
  });
});
