import type { TextKind } from "./text-kind.js";

/** An answer in words: about files, tools and their marks, with the odd signs that people type. */
export const PROSE: TextKind = {
  name: "prose",
  part(pick, tools) {
    const tool = pick(tools).name;
    const sentence = () =>
      pick([
        "The quick brown fox jumps over the lazy dog and looks at the model's answer.",
        "If x < y and y > z, then f(x) < f(z) does not follow; see [1] and [2, 3].",
        `First I will use ${tool} on src/main.ts, and then ${pick(tools).name}.`,
        `The ${tool} tool needs a path (see [${tool}](docs/tools.md) and [the notes](docs/notes.md)).`,
        `[${tool}] is the one to use here.`,
        `${tool}: reads what you name and shows it.`,
        `${tool}("src/main.ts") would be the call in Python; ${tool}({ path: "src/main.ts" }) in TypeScript.`,
        "I <3 it, and 5 << 2 is 20; a <-> b holds, too.",
        "Action: none is needed on your side.",
        `Action: ask Mary whether ${tool} may be used.`,
        `Action items: review ${tool}, then rest.`,
        "Thought: that was quick.",
        "Observation: the light is green.",
        "Action: we should meet on Monday.",
        `Tool: ${tool}. Arguments: a path, and lines if you like.`,
        "functools is a module of Python, and functools[0] is nonsense.",
        `The function ${tool} takes {path} and {"content"} in braces.`,
        "Hermes models open with <tool_call> and Mistral's with [TOOL_CALLS], Olmo's with <function_calls>.",
        "The words <|channel|>, <|tool_call_start|> and <|python_tag|> are tokens of some models.",
        'In config, {"name": "prod", "replicas": 3} stands for the server; {"arguments": []} is empty.',
        `He wrote "name": "${tool}" into the file, and "arguments" below it.`,
        "Ready? [ ] yes [x] no {maybe}",
        "The <think> tag is how some models think; </think> ends it.",
        "to=functions.x is how a header of Harmony may end.",
        "TOOL_NAME: is a line of Continue's blocks.",
      ]);
    const lines = [
      `${sentence()} ${sentence()} ${sentence()}`,
      `- ${sentence()}\n- ${sentence()}\n  1. ${sentence()}`,
      `> ${sentence()}\n>> ${sentence()}\n>>> ${sentence()}`,
      `${sentence()}\n${sentence()}`,
      `| ${tool} | ${pick(["yes", "no", "a path"])} |\n| --- | --- |\n| ${sentence()} | x |`,
    ];
    return `${pick(lines)}\n\n`;
  },
};
