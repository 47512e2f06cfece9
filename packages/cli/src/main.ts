#!/usr/bin/env node
import { readFileSync } from "node:fs";

const manifest = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as { version: string };

if (process.argv.includes("--version")) {
  console.log(manifest.version);
} else {
  console.error("millrace: nothing to do yet; try --version");
  process.exitCode = 2;
}
