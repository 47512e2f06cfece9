// Bundles the program: millrace.js and the chunks beside it, loaded only when a command needs them.
// node build.mjs [FOLDER]   (default: dist)
import { chmodSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const outdir = resolve(here, process.argv[2] ?? "dist");
rmSync(outdir, { recursive: true, force: true });

const options = {
  absWorkingDir: here,
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
  logLevel: "warning",
  metafile: true,
};

// Two bundles, so that `run` shares no chunk with the other commands: each chunk more costs every start a millisecond.
const others = ["parse", "bridge", "models", "doctor", "demo"];
const bundles = await Promise.all([
  build({
    ...options,
    entryPoints: { millrace: "src/main.ts" },
    external: others.map((command) => `./commands/${command}.js`),
  }),
  build({
    ...options,
    entryPoints: Object.fromEntries(others.map((command) => [`commands/${command}`, `src/commands/${command}.ts`])),
  }),
]);

const program = join(outdir, "millrace.js");
const text = readFileSync(program, "utf8");
if (!text.startsWith("#!")) writeFileSync(program, `#!/usr/bin/env node\n${text}`);
chmodSync(program, 0o755);
writeFileSync(
  join(outdir, "THIRD-PARTY-LICENSES.txt"),
  licencesOf(bundles.flatMap(({ metafile }) => Object.keys(metafile.inputs))),
);

/** The licence of every package that is in the bundle: they all ask to be named where they are passed on. */
function licencesOf(inputs) {
  const folders = new Set(inputs.flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []));
  return [...folders]
    .sort()
    .map((folder) => {
      const { name, version, license } = JSON.parse(readFileSync(join(here, folder, "package.json"), "utf8"));
      const file = readdirSync(join(here, folder)).find((entry) => /^licen[cs]e/i.test(entry));
      const text = file ? readFileSync(join(here, folder, file), "utf8").trim() : `Licence: ${license}`;
      return `${name} ${version}\n\n${text}\n`;
    })
    .join(`\n${"-".repeat(80)}\n\n`);
}
