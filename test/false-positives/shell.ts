import type { TextKind } from "./text-kind.js";

/** Shell scripts and sessions without a fence. */
export const SHELL: TextKind = {
  name: "shell",
  part(pick, tools) {
    const tool = pick(tools).name;
    return `${pick([
      '[ -f "$path" ] && [[ $a < $b ]] || exit 1',
      'for f in *.ts; do echo "$f" >> out.txt 2>&1; done',
      `$ ${tool} src/main.ts | grep '<content>' > a.txt`,
      'cat <<EOF > package.json\n{"name": "x", "version": "1.0.0"}\nEOF',
      `curl -s -d '{"jsonrpc": "2.0", "method": "tools/call", "params": {"name": "${tool}", "arguments": {"path": "a"}}}' localhost`,
      `curl -s -d '{"name": "${tool}", "arguments": {"path": "a"}}' localhost`,
      `jq '.tool_calls[] | {name, arguments}' <<< "$answer"`,
      `${tool}() { sed -n "$1,$2p" < "$3"; }`,
      "diff <(sort a) <(sort b) && echo `date` <&0",
      ">>> import sys",
      `echo "<${tool}>" '</${tool}>' "[TOOL_CALLS]"`,
      'case "$1" in [a-z]*) command="$1" ;; <*>) ;; esac',
    ])}\n`;
  },
};
