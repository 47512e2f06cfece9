import { blockText } from "./block-text.js";
import { blocksOf } from "./content-parts.js";

/** A line that a client puts before its system text: another one in each request, and no word of it for a model. */
interface ClientLine {
  line: RegExp;
  /** A system text that begins with one. */
  sample: string;
  source: string;
}

/** Taken away: else no two requests of a session would begin alike, and a server would read each prompt anew. */
export const CLIENT_LINES: readonly ClientLine[] = [
  {
    // Claude Code from 2.1.36 on; `cch` is a sum over the whole request. Some versions leave it out.
    line: /^x-anthropic-billing-header:[^\n]*\n*/,
    sample: "x-anthropic-billing-header: cc_version=2.1.177.01c; cc_entrypoint=sdk-cli; cch=36ee5;",
    source: "github.com/anthropics/claude-code, issues 24168 and 68900",
  },
];

/** A system prompt, or the content of a system message: a text or blocks, which read alike. */
export function systemText(content: unknown): string {
  return blocksOf(content)
    .map((block) => CLIENT_LINES.reduce((text, { line }) => text.replace(line, ""), blockText(block)))
    .filter((text) => text !== "")
    .join("\n\n");
}
