import type { Workbench } from "../support/workbench.js";

/**
 * A tree with all that decides what is searched: nested ignore files with negations, hidden files, repositories within,
 * links, binary data, encodings.
 */
export async function fixtureTree({ file }: Workbench): Promise<void> {
  const files: Record<string, string | Uint8Array> = {
    ".gitignore": "*.log\n!keep.log\n/dist/\nbuild/*\n!build/wanted.txt\n!.wanted\n",
    ".ignore": "a.ts\n",
    "a.ts": "needle one\nnothing\n  needle two\n",
    "b.TS": "NEEDLE\n",
    "crlf.txt": "needle\r\nx\r\nend needle\r\n",
    "debug.log": "needle\n",
    "keep.log": "needle\n",
    ".hidden": "needle\n",
    ".wanted": "needle\n",
    ".config/x.txt": "needle\n",
    "dist/out.js": "needle\n",
    "src/dist/in.js": "needle\n",
    "build/no.txt": "needle\n",
    "build/wanted.txt": "needle\n",
    "src/.gitignore": "gen/\n!debug.log\n",
    "src/gen/x.ts": "needle\n",
    "src/debug.log": "needle\n",
    "src/deep/er/c.ts": "x\nneedle é 日本\n",
    "node_modules/p/index.js": "needle\n",
    "src/node_modules/q/index.js": "needle\n",
    ".git/config": "needle\n",
    "sub/.git/HEAD": "ref: needle\n",
    "sub/debug.log": "needle\n",
    "sub/x.ts": "needle\n",
    "binary.bin": Buffer.concat([Buffer.from("needle\n"), Buffer.from([0, 1]), Buffer.from("needle\n")]),
    "wide.txt": Buffer.from("\ufeffneedle ä\r\n", "utf16le"),
    "latin.txt": Buffer.from("caf\xe9 needle\n", "latin1"),
    "mark.txt": "\ufeffneedle\n",
    "empty.txt": "",
    "long.min.js": `${"x".repeat(5_000)}needle${"y".repeat(5_000)}\n`,
    'sp ace/na\'me "日".txt': "needle\n",
    "meta.txt": "a(b[c{d.e*f+g?\nfoo-bar\n/x/y\n",
  };
  for (const [path, content] of Object.entries(files)) await file(path, content);
}
