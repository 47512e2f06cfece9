import type { EnvironmentFacts } from "./context-source.js";

type Facts = Partial<EnvironmentFacts>;

/** Each fact as a line, or as undefined where it is not known. The order is the order of the note. */
const LINES: readonly ((facts: Facts) => string | undefined)[] = [
  ({ os }) => line("OS", os),
  ({ shell }) => line("Shell", shell),
  ({ folder }) => line("Folder", folder),
  ({ date }) => line("Date", date),
  ({ git }) => (git ? `Git: ${wordGit(git)}` : undefined),
];

/**
 * The note about machine and workspace in the newest user message. The first names all facts; a later one only what is
 * different from `previous`, files as added and gone. The same facts give the same bytes.
 *
 * @returns `<environment>` … `</environment>`, or the empty string where there is nothing new
 * @example
 * wordEnvironment({ os: "Linux", folder: "/home/me/app" }, undefined)
 */
export function wordEnvironment(facts: Facts, previous: Facts | undefined): string {
  const lines = LINES.flatMap((word) => {
    const now = word(facts);
    return now === undefined || (previous && word(previous) === now) ? [] : [now];
  });
  lines.push(...wordFiles(facts.files, previous?.files));
  if (lines.length === 0) return "";
  return `<environment>\n${previous ? "Changed since the last note:\n" : ""}${lines.join("\n")}\n</environment>`;
}

function line(title: string, value: string | undefined): string | undefined {
  return value === undefined ? undefined : `${title}: ${plain(value)}`;
}

function wordGit({ head, branch, changed, changedMore }: EnvironmentFacts["git"]): string {
  const place = branch === undefined ? `detached at ${plain(head)}` : `branch ${plain(branch)} at ${plain(head)}`;
  if (changed.length === 0) return `${place}, nothing changed`;
  const more = changedMore > 0 ? ` and ${changedMore} more` : "";
  return `${place}, changed: ${changed.map(plain).join(", ")}${more}`;
}

function wordFiles(
  files: EnvironmentFacts["files"] | undefined,
  previous: EnvironmentFacts["files"] | undefined,
): string[] {
  if (files === undefined) return [];
  if (previous === undefined) {
    if (files.names.length === 0) return ["Files: none"];
    const more = files.more > 0 ? [`(and ${files.more} more)`] : [];
    return ["Files:", ...files.names.map(plain), ...more];
  }
  // With files beyond the list on either side, one that left the list may still be there.
  const whole = files.more === 0 && previous.more === 0;
  const before = new Set(previous.names);
  const now = new Set(files.names);
  const added = files.names.filter((name) => !before.has(name));
  const gone = whole ? previous.names.filter((name) => !now.has(name)) : [];
  return [
    ...(whole && added.length > 0 ? [`New files: ${added.map(plain).join(", ")}`] : []),
    ...(gone.length > 0 ? [`Files gone: ${gone.map(plain).join(", ")}`] : []),
  ];
}

/** A name that cannot break its line or close the note. */
function plain(text: string): string {
  return text.replace(/\p{Cc}/gu, "?").replaceAll("</", "<\\/");
}
