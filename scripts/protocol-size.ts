import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

// npm run size: what @millrace/protocol adds to a page, minified and gzipped, whole and with one dialect alone.
const ONE_DIALECT = ["cline", "hermes"];

console.log("| what is imported | minified, bytes | gzip, bytes |");
console.log("| --- | --: | --: |");
await report("everything", "*");
await report("`createParser`, every dialect", "{ createParser }");
for (const dialect of ONE_DIALECT) {
  await report(`\`createDialectParser\`, \`${dialect}\` alone`, `{ createDialectParser, ${dialect} }`);
}

async function report(what: string, names: string): Promise<void> {
  const { outputFiles } = await build({
    stdin: {
      contents: `export ${names} from "@millrace/protocol";`,
      resolveDir: fileURLToPath(new URL("..", import.meta.url)),
    },
    bundle: true,
    minify: true,
    write: false,
    format: "esm",
    platform: "browser",
    conditions: ["@millrace/source"],
  });
  const code = outputFiles[0]?.contents ?? new Uint8Array();
  console.log(`| ${what} | ${code.length} | ${gzipSync(code, { level: 9 }).length} |`);
}
