import { readFileSync, writeFileSync } from "node:fs";
import { withErrorSection } from "./provider-errors/section.js";

// npm run docs:providers: makes the tables of docs/PROVIDERS.md from the error facts.
const page = new URL("../docs/PROVIDERS.md", import.meta.url);
writeFileSync(page, withErrorSection(readFileSync(page, "utf8")));
