// Bundles the program: millrace.js and the chunks beside it, loaded only when a command needs them.
// node build.mjs [FOLDER]   (default: dist)
import { chmodSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const outdir = resolve(here, process.argv[2] ?? "dist");
rmSync(outdir, { recursive: true, force: true });

await build({
  absWorkingDir: here,
  entryPoints: { millrace: "src/main.ts" },
  outdir,
  bundle: true,
  platform: "node",
  format: "esm",
  target: "node20",
  splitting: true,
  minify: true,
  chunkNames: "chunks/[name]-[hash]",
  conditions: ["@millrace/source"],
  // jsonc-parser's main file is UMD, which no bundler can follow; its ES modules are under `module`.
  mainFields: ["module", "main"],
  banner: {
    // CommonJS dependencies inside an ESM bundle still call `require` for Node's own modules.
    js: 'import { createRequire as __createRequire } from "node:module";\nconst require = __createRequire(import.meta.url);',
  },
  external: ["react-devtools-core"],
  logLevel: "warning",
});

const program = join(outdir, "millrace.js");
const text = readFileSync(program, "utf8");
if (!text.startsWith("#!")) writeFileSync(program, `#!/usr/bin/env node\n${text}`);
chmodSync(program, 0o755);
