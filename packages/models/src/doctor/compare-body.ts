/** How a file came back. */
export interface BodyMatch {
  /** `exact` · `line-breaks`: but for carriage returns, which tools mend · `end`: but for blank lines at its end · `wrong`. */
  match: "exact" | "line-breaks" | "end" | "wrong";
  /** What is wrong, a clause; empty where it is exact. */
  said: string;
}

/** Compares a file that was asked for with the one that came, byte for byte. */
export function compareBody(asked: string, came: unknown): BodyMatch {
  if (typeof came !== "string") return { match: "wrong", said: "no content came" };
  if (came === asked) return { match: "exact", said: "" };
  const [wanted, got] = [asked, came].map((text) => text.replaceAll("\r", ""));
  if (wanted === undefined || got === undefined || wanted === got) {
    return { match: "line-breaks", said: "a carriage return is gone" };
  }
  if (wanted.trimEnd() === got.trimEnd()) return { match: "end", said: "blank lines at its end are gone or added" };
  const [lines, others] = [wanted.split("\n"), got.split("\n")];
  const at = lines.findIndex((line, index) => line !== others[index]);
  return { match: "wrong", said: `line ${at + 1} came as ${shown(others[at])} in place of ${shown(lines[at])}` };
}

function shown(line: string | undefined): string {
  if (line === undefined) return "nothing";
  // Terminals differ in how wide they show a sign.
  return JSON.stringify(line.slice(0, 40)).replace(
    /[^\x20-\x7e]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
