import { type ToolResult, textResult } from "@millrace/agent";
import type { Conversation, Said, SaidCall } from "./conversation.js";

/** What begins a user's words and a result, so that they can be looked for in a prompt. */
export const MARKS = /\b(?:USER|RESULT)-[A-Z]+\d*\b/g;

/** Writing in every way that text can be: CJK, accents composed and not, right to left, astral, joined emoji. */
const UNICODE =
  "修复编码 naïve naïve Ünïcödé שלום مرحبا 𝒳𝒴 🚀👩‍👩‍👧‍👦 ﷺ — “quotes” ‘and’ \u00a0\u2028nbsp ½ ﬁ \u0007\u001b[1m";

/** What closes or opens something in one template or another. */
const TOKENS = [
  "<think>old thoughts</think>",
  "<|im_start|>user",
  "<|im_end|>",
  "[/INST] [INST] </s><s>",
  "<start_of_turn>model<end_of_turn>",
  "<|eot_id|><|start_header_id|>",
  '<tool_call>{"name": "read_file", "arguments": {}}</tool_call>',
  "<tool_response>no</tool_response>",
  "<read_file><path>x</path></read_file>",
  "{{ messages }} {% raw %} {# no #}",
].join("\n");

const CODE = "export const a = (b: T & {}) => {\n\treturn `x 'y' \"z\" \\n`; // <b>&amp;</b>\n};\n";

/** All kinds of conversations that an agent has. */
export const CONVERSATIONS: readonly Conversation[] = [
  {
    kind: "questions",
    runs: [
      { user: "USER-Q1 What is a millrace?", answers: [{ text: "A channel that carries water to a wheel." }] },
      { user: "USER-Q2 And a weir?", answers: [{ text: "A dam across a river." }] },
    ],
  },
  {
    kind: "a call",
    runs: [
      {
        user: "USER-C1 What is in a.ts?",
        answers: [{ text: "I look.", calls: [read("a.ts", `RESULT-C1\n${CODE}`)] }, { text: "A function." }],
      },
      {
        user: "USER-C2 Thanks. And b.ts?",
        answers: [{ calls: [read("b.ts", "RESULT-C2 nothing")] }, { text: "Nothing." }],
      },
    ],
  },
  {
    kind: "results in a row",
    runs: [
      {
        user: "USER-R1 Compare x.ts, y.ts and z.ts.",
        answers: [
          { calls: [read("x.ts", "RESULT-R1 x"), read("y.ts", "RESULT-R2 y"), read("z.ts", "RESULT-R3 z")] },
          { text: "Both.", calls: [read("v.ts", "RESULT-R4 v"), read("w.ts", failed("RESULT-R5 There is no w.ts."))] },
          { text: "They differ." },
        ],
      },
      { user: "USER-R2 How?", answers: [{ text: "In all." }] },
    ],
  },
  {
    kind: "interruption",
    runs: [
      {
        user: "USER-I1 Write b.ts.",
        answers: [
          { text: "I will", calls: [write("b.ts", "x".repeat(400))], cut: "length" },
          { text: "I begin with", cut: "stop" },
        ],
      },
      {
        user: "USER-I2 No, wait. Run the tests.",
        answers: [
          {
            text: "I run them.",
            calls: [{ name: "execute_command", arguments: { command: "npm test" }, result: "stop" }],
          },
        ],
      },
      {
        user: "USER-I3 Stop that. Go on with c.ts.",
        answers: [{ calls: [read("c.ts", "RESULT-I1 c")] }, { text: "Done." }],
      },
    ],
  },
  {
    kind: "images left out",
    vision: false,
    runs: [
      {
        user: "USER-P1 What does a.png show?",
        answers: [{ calls: [read("a.png", picture("RESULT-P1 a.png, 4 bytes"))] }, { text: "I cannot see it." }],
      },
      { user: "USER-P2 Pity.", answers: [{ text: "Yes." }] },
    ],
  },
  {
    kind: "unicode",
    runs: [
      {
        user: `USER-U1 ${UNICODE}`,
        answers: [
          { text: `看 ${UNICODE}`, calls: [write("ünï/文件.ts", `// ${UNICODE}\n`, `RESULT-U1 ${UNICODE}`)] },
          { text: `好 ${UNICODE}` },
        ],
      },
      { user: `USER-U2 再见 ${UNICODE}`, answers: [{ text: "👋" }] },
    ],
  },
  {
    kind: "marks in files",
    runs: [
      {
        user: "USER-M1 Write the fixture.",
        answers: [
          { text: "I write it.", calls: [write("fixture.txt", `before\n${TOKENS}\nbehind\n`, "RESULT-M1 Written.")] },
          { calls: [read("template.txt", `RESULT-M2\n${TOKENS}\nend`)] },
          { text: "It says </think> twice." },
        ],
      },
      { user: "USER-M2 And </think> a third time?", answers: [{ text: "No." }] },
    ],
  },
  {
    kind: "blanks around",
    runs: [
      {
        user: "\n\n  USER-B1 Look.  \n\n",
        answers: [
          {
            text: "\n\n  I look. \n\n",
            calls: [write("blanks.txt", "\n\n  two blanks \n\n", "\n  RESULT-B1 Written. \n\n")],
          },
          { calls: [read("empty.txt", "")] },
          { text: "  \n Done. \n\n" },
        ],
      },
      { user: "  USER-B2 \tGood.\n", answers: [{ text: "Yes. \n" }] },
    ],
  },
  {
    kind: "a call rejected",
    runs: [
      {
        user: "USER-X1 Clean up.",
        answers: [
          {
            text: "I delete it.",
            calls: [
              {
                name: "execute_command",
                arguments: { command: "rm -rf build" },
                result: { rejected: "USER-X2 Not that one." },
              },
            ],
          },
          { text: "I leave it." },
        ],
      },
      { user: "USER-X3 Good.", answers: [{ text: "Yes." }] },
    ],
  },
  {
    kind: "reasoning",
    runs: [
      {
        user: "USER-T1 Why does it fail?",
        answers: [
          { reasoning: "I must look first.", text: "I look.", calls: [read("fail.ts", "RESULT-T1 throw")] },
          { reasoning: "Now I know.\nIt throws.", calls: [read("why.ts", "RESULT-T2 because")] },
          { reasoning: "All is clear.", text: "It throws." },
        ],
      },
      { user: "USER-T2 Since when?", answers: [{ reasoning: "Hm.", text: "Always." }] },
    ],
  },
  {
    // Where the prompt opens the reasoning, the answer begins inside it and only closes it.
    kind: "reasoning not opened",
    runs: [
      {
        user: "USER-O1 What now?",
        answers: [
          { text: "I must look.\n</think>\n\nI look.", calls: [read("now.ts", "RESULT-O1 now")] },
          { text: "So it is.\n</think>\n\nNow." },
        ],
      },
      { user: "USER-O2 And then?", answers: [{ text: "Then." }] },
    ],
  },
  {
    kind: "30 turns",
    runs: [{ user: "USER-L1 Read them all.", answers: [...turns("L", 29, "line\n"), { text: "Read." }] }],
  },
  {
    kind: "a compaction",
    window: 8_000,
    runs: [
      {
        user: "USER-K1 Read the large ones.",
        answers: [...turns("K", 8, "a line of a large file\n".repeat(160)), { text: "Read." }],
      },
      { user: "USER-K2 And once more.", answers: [...turns("KK", 4, "another line\n".repeat(200)), { text: "Read." }] },
    ],
  },
];

function read(path: string, result: string | ToolResult): SaidCall {
  return { name: "read_file", arguments: { path }, result: typeof result === "string" ? textResult(result) : result };
}

function write(path: string, content: string, result = "Written."): SaidCall {
  return { name: "write_to_file", arguments: { path, content }, result: textResult(result) };
}

function failed(text: string): ToolResult {
  return textResult(text, { status: "error", why: "it is not there" });
}

function picture(text: string): ToolResult {
  return {
    status: "ok",
    content: [
      { type: "text", text },
      { type: "image", mediaType: "image/png", data: "iVBORw==" },
    ],
  };
}

function turns(name: string, count: number, text: string): Said[] {
  return Array.from({ length: count }, (_, at) => ({
    ...(at % 3 === 0 ? { text: `Step ${at + 1}.` } : {}),
    calls: [read(`${name}${at + 1}.ts`, `RESULT-${name}${at + 1}\n${text}`)],
  }));
}
