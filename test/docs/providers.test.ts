import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { withErrorSection } from "../../scripts/provider-errors/section.js";

const page = readFileSync(new URL("../../docs/PROVIDERS.md", import.meta.url), "utf8");

describe("docs/PROVIDERS.md", () => {
  test("says what the error tables say: if this fails, run `npm run docs:providers`", () => {
    expect(withErrorSection(page)).toBe(page);
  });

  test("leaves what people wrote around the tables as it is", () => {
    const [before, after] = ["# Above\n\n", "\n## Below\n"];
    const marks = page.slice(page.indexOf("<!-- Made by"), page.lastIndexOf("-->") + 3);
    const made = withErrorSection(`${before}${marks}${after}`);
    expect(made.startsWith(before)).toBe(true);
    expect(made.endsWith(after)).toBe(true);
  });

  test("is not made without its marks", () => {
    expect(() => withErrorSection("# Providers\n")).toThrow("no lines");
  });
});
