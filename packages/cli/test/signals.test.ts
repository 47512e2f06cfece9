import { type ModelServer, startModelServer } from "@millrace/testkit";
import { afterEach, describe, expect, test } from "vitest";
import { buildProgram, type Ended } from "./support/millrace.js";

const program = buildProgram();
let server: ModelServer;

afterEach(async () => {
  await server.close();
});

/** Runs against a model that begins and then says nothing more; sends the signal when it has begun. */
async function interruptWith(signal: NodeJS.Signals): Promise<Ended> {
  server = await startModelServer({ scenario: { answers: [{ parts: [{ text: "Begun.\n" }, { waitMs: 600_000 }] }] } });
  return program.run(["run", "--base-url", `${server.url}/v1`, "--model", "m", "go"], {
    onStdout: (_, kill) => kill(signal),
  });
}

describe("a signal", () => {
  test("SIGINT ends the run cleanly: what was said stays, the closing line comes, exit code 130", async () => {
    const { code, stdout, stderr } = await interruptWith("SIGINT");
    expect(code).toBe(130);
    expect(stdout).toBe("Begun.\n");
    expect(stderr).toContain("stopping");
    expect(stderr).toMatch(/^\d+ turns? · /m);
  });

  test("a second SIGINT ends it at once, and what would not end with it", async () => {
    const deaf = 'trap "" TERM; echo started; sleep 600';
    server = await startModelServer({
      scenario: { answers: [{ calls: [{ name: "execute_command", arguments: { command: deaf } }] }] },
    });
    let sent = 0;
    const args = ["run", "--yes", "--base-url", `${server.url}/v1`, "--model", "m", "go"];
    const { code, stderr } = await program.run(args, {
      onStderr: (soFar, kill) => {
        const ready = sent === 0 ? /^started$/m : /stopping/;
        if (sent < 2 && ready.test(soFar)) {
          sent++;
          kill("SIGINT");
        }
      },
    });
    expect(code).toBe(130);
    expect(stderr).not.toMatch(/turns? ·/);
  });

  test("SIGTERM ends it with exit code 143", async () => {
    const { code } = await interruptWith("SIGTERM");
    expect(code).toBe(143);
  });
});
