import { execFile } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { startModelServer } from "@millrace/testkit";
import { describe, expect, it, onTestFinished } from "vitest";
import { nodeFolderThere } from "../../../clients/install.js";

const root = fileURLToPath(new URL("../../..", import.meta.url));

/**
 * A Node that `ai` 7 runs on: this one, or the one that `clients/node-22.ts` installs, as CI has it do. It cannot be a
 * dependency: npm would put its `node` first on the path of every script.
 */
const folder = nodeFolderThere(22);

describe("under the newest line of the SDK", () => {
  it.skipIf(folder === undefined)(
    "the same middleware does the same (skipped where clients/node-22.ts did not install a Node 22)",
    async () => {
      const server = await startModelServer({
        scenario: {
          answers: [
            { text: "<think>\nHm.\n</think>\n\nI look.\n\n<read_file>\n<path>a.ts</path>\n</read_file>", chunk: 1 },
            {
              text: 'I write.\n\n<tool_call>\n{"name": "write_to_file", "arguments": {"path": "b.ts", "content": "one\\ntwo"}}\n</tool_call>',
              chunk: 1,
            },
            { text: "Done." },
            { text: "<screenshot></screenshot>", conversation: "picture" },
            { text: "A cat.", conversation: "picture" },
          ],
        },
      });
      onTestFinished(() => server.close());
      const script = fileURLToPath(new URL("newest.ts", import.meta.url));
      const parameters = ["--conditions=@millrace/source", "--import", "tsx", script, `${server.url}/v1`];
      const { stdout } = await promisify(execFile)(join(folder ?? "", "node"), parameters, { cwd: root });
      const came = JSON.parse(stdout);

      expect(came.node).toMatch(/^v2[2-9]\./);
      expect(came.steps).toEqual([
        {
          text: expect.stringMatching(/^I look\.\s*$/),
          reasoningText: expect.stringContaining("Hm."),
          finishReason: "tool-calls",
        },
        { text: expect.stringMatching(/^I write\.\s*$/), finishReason: "tool-calls" },
        { text: "Done.", finishReason: "stop" },
      ]);
      expect(came.files).toContainEqual(["b.ts", "one\ntwo"]);
      expect(came.parts).toContainEqual({ type: "tool-call", input: { path: "b.ts", content: "one\ntwo" } });
      expect(came.parts.filter(({ type }: { type: string }) => type === "tool-input-delta").length).toBeGreaterThan(10);
      expect(came.seen).toBe("A cat.");
      expect(server.requests[4]?.messages.at(-1)?.content).toEqual([
        { type: "text", text: "<tool_response>\n[screenshot] ok\n[image/png, shown below]\n</tool_response>" },
        { type: "image_url", image_url: { url: "data:image/png;base64,AAAA" } },
      ]);
      expect(server.violations).toEqual([]);
    },
  );
});
