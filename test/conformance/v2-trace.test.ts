import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { dataFolder } from "../../conformance/folders.js";
import { V2_PARAMS, V2_TOOLS } from "../../conformance/v2/names.js";
import { traceV2 } from "../../conformance/v2/trace.js";

const record = join(dataFolder("corpus", process.env).path, "cline-v2-differential.jsonl");

/** The blocks V2 makes of a message, by its trace. */
function blocksOf(input: string): unknown[] {
  return traceV2(input, V2_TOOLS, V2_PARAMS).flatMap((segment): unknown[] => {
    if (segment.type === "text") {
      const content = input.slice(segment.from, segment.to).trim();
      return content === "" ? [] : [{ type: "text", content }];
    }
    const { name, bodyFrom, bodyTo, closed } = segment;
    const params = Object.fromEntries(
      segment.params.map((param) => [param.name, input.slice(param.valueFrom, param.valueTo).trim()]),
    );
    const body = input.slice(bodyFrom, bodyTo);
    const [first, last] = [body.indexOf("<content>"), body.lastIndexOf("</content>")];
    if (name === "write_to_file" && closed && first !== -1 && last > first) {
      params.content = body.slice(first + "<content>".length, last).trim();
    }
    return [{ type: "tool_use", name, params, partial: !closed }];
  });
}

test("a call's stretches are told apart", () => {
  expect(traceV2("A<read_file><path>b</path>", V2_TOOLS, V2_PARAMS)).toEqual([
    { type: "text", from: 0, to: 1 },
    {
      type: "call",
      name: "read_file",
      from: 1,
      bodyFrom: 12,
      params: [{ name: "path", from: 12, valueFrom: 18, valueTo: 19, to: 26, closed: true }],
      bodyTo: 26,
      to: 26,
      closed: false,
    },
  ]);
});

test.skipIf(!existsSync(record))(
  "the trace gives every answer of V2 that was recorded (skipped without the shared corpus)",
  () => {
    const lines = readFileSync(record, "utf8").trim().split("\n");
    expect(lines.length).toBeGreaterThan(0);
    for (const line of lines) {
      const { id, input, v2 } = JSON.parse(line) as { id: string; input: string; v2: { type: string }[] };
      expect({ id, blocks: blocksOf(input) }).toMatchObject({
        id,
        blocks: v2.map(({ type, ...block }) => known(type, block)),
      });
    }
  },
);

/** What of a recorded block the trace knows. */
function known(type: string, block: Readonly<Record<string, unknown>>): unknown {
  const { content, name, params, partial } = block;
  return type === "text" ? { type, content } : { type, name, params, partial };
}
