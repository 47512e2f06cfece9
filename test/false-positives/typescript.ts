import type { TextKind } from "./text-kind.js";

/** TypeScript as it stands in a file, without a fence: generics, comparisons, object literals, calls by a tool's name. */
export const TYPESCRIPT: TextKind = {
  name: "TypeScript",
  part(pick, tools) {
    const tool = pick(tools).name;
    const name = pick(["path", "content", "command", "result", "question", "diff", "regex"]);
    return `${pick([
      `export const ${name}s = new Map<string, Array<Promise<${name}>>>();`,
      `function at<T extends Record<string, unknown>>(list: readonly T[], index: number): T | undefined {\n  if (index < 0 || index >= list.length) return undefined;\n  return list[index];\n}`,
      `const ${name}: Promise<${name}> = ${tool}<${name}>({ ${name}: "src/main.ts" });`,
      `for (let i = 0; i < ${name}.length; i++) if (a<b && c>d) ${tool}(i);`,
      `const call = { name: "${tool}", arguments: { ${name}: "src/main.ts" } };`,
      `calls.push({ name: "${tool}", input: { ${name} } }, { "name": "${tool}", "args": [] });`,
      `const all = await Promise.all([${tool}("a"), ${pick(tools).name}("b")]);`,
      `[${name}, other] = parse<typeof ${name}>(text);`,
      `[${tool}, ${pick(tools).name}].map((tool) => tool({ path }));`,
      `expect(parse("<${tool}>")).toEqual(<const>["<${name}>"]);`,
      `const open = \`<\${tool}>\`; const close = \`</\${tool}>\`;`,
      `type Of<${name}> = <T,>(x: T) => x is ${name}<T>;`,
      `export async function* ${tool}<Path extends string>(path: Path): AsyncIterable<Path> {\n  yield* [path];\n}`,
      `case "<tool_call>": return { type: "function", function: { name: "${tool}", arguments: "{}" } };`,
      `if (text.startsWith("[TOOL_CALLS]") || text.includes("<|python_tag|>")) return ${name};`,
    ])}\n`;
  },
};
