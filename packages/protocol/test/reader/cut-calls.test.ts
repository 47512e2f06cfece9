import { describe, expect, it } from "vitest";
import { createParser, type ParsedMessage, type ToolUseBlock } from "../../src/index.js";
import { type End, nonMendingEnds, readPieces } from "./read-message.js";
import { unmarkedTools } from "./sample-tools.js";

const read = "<read_file>\n<path>src/a.ts</path>\n<start_line>12</start_line>\n</read_file>";
const write =
  "<write_to_file>\n<path>docs/a.md</path>\n<content>\n# How to\n<write_to_file>\n<path>x</path>\n<content>\ny\n</content>\n</write_to_file>\nDone.\n</content>\n</write_to_file>";
const writeOtherWay =
  "<write_to_file><content>a <content>b</content> c\n<path>z</path>\n</content>\n<path>a.md</path></write_to_file>";
const run =
  "<execute_command><command>cat a | grep '<b>'</command><requires_approval>true</requires_approval></execute_command>";
const search = "<search>\n<globs>*.ts</globs>\n<globs>*.md</globs>\n<query>a < b</query>\n</search>";

/** Messages of three calls in every shape in which a call may come. */
const messages: Record<string, string> = {
  "scalars only": `Let me look.\n\n${read}\n${search}\n<list_tasks></list_tasks>\nThat is all.`,
  bodies: `${write}\nand\n${writeOtherWay}\n${run}\n`,
  attributes:
    'See: <read_file path="a.ts" start_line="2"/>\n<list_tasks/>\n<search query="x"><globs>a</globs></search>',
  "missing closes": `<read_file>\n<path>a\n<start_line>1\n<search>\n<query>b\n<list_tasks></list_tasks>`,
  "a wrapper": `<function_calls>\n${read}\n${run}\n${search}\n</function_calls>`,
  "behind reasoning": `<think>\nShall I?\n</think>\n${read}\n${write}\n${run}`,
  "a file of code": `${write.replace("Done.", 'const close = "</content>";\nlet both = "</content></write_to_file>";')}\n${read}\n${search}`,
};

/** In a string inside a file. A cut right behind it looks like the end of the call. */
const quotedClose = '"</content></write_to_file>';

/** The ends that say that the message was cut. */
const cuts: readonly End[] = ["length", "content-filter", "error"];

function closedCalls({ blocks }: ParsedMessage): ToolUseBlock[] {
  return blocks.filter((block) => block.type === "tool-use").filter((block) => !block.partial);
}

/** The calls that were closed before the message ended, each with where it was seen closed. */
function closedWhileStreaming(text: string): ReadonlyMap<string, number> {
  const closed = new Map<string, number>();
  let at = 0;
  const reader = createParser({
    tools: unmarkedTools,
    onEvent: (event) => {
      if (event.type === "tool-end" && !event.value.partial) closed.set(event.value.id, at);
    },
  });
  for (const character of text.split("")) {
    at++;
    reader.push({ type: "text-delta", text: character });
  }
  reader.end();
  return closed;
}

describe.each(Object.entries(messages))("a message of three calls: %s", (_, text) => {
  it.each(nonMendingEnds)("runs no call that the cut went through, wherever it is cut (%s)", (end) => {
    const whole = closedCalls(readPieces([text], { tools: unmarkedTools }, end));
    for (let cut = 0; cut <= text.length; cut++) {
      for (const call of closedCalls(readPieces([text.slice(0, cut)], { tools: unmarkedTools }, end))) {
        // Without a reason a message may just as well end here: see docs/READER.md, "What cannot be told apart".
        if (text.startsWith(quotedClose, cut - quotedClose.length) && !cuts.includes(end)) continue;
        const meant = whole.find(({ id }) => id === call.id);
        expect({ cut, ...call }).toEqual({ cut, ...meant });
      }
    }
  });

  it("a call that was closed in the stream stays closed, whatever the end", () => {
    const closed = closedWhileStreaming(text);
    for (let cut = 0; cut <= text.length; cut++) {
      const ids = closedCalls(readPieces([text.slice(0, cut)], { tools: unmarkedTools }, "length")).map(({ id }) => id);
      for (const [id, at] of closed) if (at <= cut) expect(ids).toContain(id);
    }
  });
});

const fenced = `\`\`\`xml\n${read}\n\`\`\`\n\n\`\`\`\n${search}\n<list_tasks/>\n\`\`\`\n`;
const thinking = `<think>\nI will read.\n${read}\n${search}\n<list_tasks/>`;

describe("a message that ends in calls of which it is unsure", () => {
  it.each(["length", "content-filter", "error"] as const)("runs none of a fence when it was cut (%s)", (end) => {
    for (let cut = 0; cut <= fenced.length; cut++) {
      expect(closedCalls(readPieces([fenced.slice(0, cut)], { tools: unmarkedTools }, end))).toEqual([]);
    }
  });

  it.each(["none", "unknown"] as const)("runs those of closed fences only, and marks them doubtful (%s)", (end) => {
    const whole = closedCalls(readPieces([fenced], { tools: unmarkedTools }, end));
    expect(whole.map(({ name }) => name)).toEqual(["read_file", "search", "list_tasks"]);
    const marks = fenced.split("```");
    const firstCloses = marks.slice(0, 2).join("```").length + 3;
    const secondOpens = marks.slice(0, 3).join("```").length;
    const secondCloses = marks.slice(0, 4).join("```").length + 3;
    for (let cut = 0; cut <= fenced.length; cut++) {
      const calls = closedCalls(readPieces([fenced.slice(0, cut)], { tools: unmarkedTools }, end));
      expect(calls.every(({ doubtful }) => doubtful !== undefined)).toBe(true);
      const known = cut >= secondCloses ? 3 : cut >= firstCloses && cut <= secondOpens ? 1 : 0;
      expect({ cut, calls }).toEqual({ cut, calls: whole.slice(0, known) });
    }
  });

  it.each(["length", "content-filter", "error"] as const)("runs none of reasoning that was cut (%s)", (end) => {
    for (let cut = 0; cut <= thinking.length; cut++) {
      expect(closedCalls(readPieces([thinking.slice(0, cut)], { tools: unmarkedTools }, end))).toEqual([]);
    }
  });

  it.each(["none", "unknown"] as const)(
    "runs of open reasoning only calls that are whole, and marks them (%s)",
    (end) => {
      const whole = closedCalls(readPieces([thinking], { tools: unmarkedTools }, end));
      expect(whole.map(({ name }) => name)).toEqual(["read_file", "search", "list_tasks"]);
      for (let cut = 0; cut <= thinking.length; cut++) {
        const calls = closedCalls(readPieces([thinking.slice(0, cut)], { tools: unmarkedTools }, end));
        expect(calls).toEqual(whole.slice(0, calls.length));
        expect(calls.every(({ doubtful }) => doubtful !== undefined)).toBe(true);
      }
    },
  );
});
