import type { TextKind } from "./text-kind.js";

/** Python without a fence: lists, comprehensions, calls by a tool's name, and what the prompt of its shell looks like. */
export const PYTHON: TextKind = {
  name: "Python",
  part(pick, tools) {
    const tool = pick(tools).name;
    const name = pick(["path", "content", "command", "result", "question", "options", "diff"]);
    return `${pick([
      `${name}s = [${tool}(${name}) for ${name} in sys.argv[1:] if len(${name}) < 3]`,
      `[${tool}(one) for one in ${name}s]`,
      `[os.path.join(a, b), open(path="x"), list(range(10))]`,
      `def ${tool}(${name}: str, *, recursive: bool = False) -> list[str]:\n    return [${name}]`,
      `print(${tool}("src/main.py"))`,
      `print(${tool}(${name}="src/main.py"), end="")`,
      `${tool}(${name}="src/main.py")`,
      `>>> ${tool}("src/main.py")\n['a', 'b']\n>>> {"name": "${tool}", "size": 3}\n{'name': '${tool}', 'size': 3}`,
      `handlers = {"${tool}": ${tool}, "other": functools.partial(${tool}, 1)}`,
      `assert [1, 2, [3, {"name": "x"}]] == ${name}[0][1:]`,
      `@functools.cache\ndef ${name}() -> dict[str, list[int]]: return {"arguments": [1]}`,
      `call = {"name": "${tool}", "arguments": json.dumps({"${name}": 1})}`,
      `calls = [${tool}(${name}="src/main.py"), ${pick(tools).name}(path=".")]`,
      `matrix = [[0] * n for _ in range(n)]; matrix[i](j)`,
    ])}\n`;
  },
};
