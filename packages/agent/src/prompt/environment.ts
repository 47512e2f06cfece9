import type { Tier } from "@millrace/protocol";
import { MAX_NOTE_FILES } from "../limits.js";
import type { EnvironmentFacts } from "./context-source.js";

type Facts = Partial<EnvironmentFacts>;

/** Names of files, and of changed files, that a note has room for. */
const ROOM: Readonly<Record<Tier, { files: number; changed: number }>> = {
  full: { files: MAX_NOTE_FILES, changed: 50 },
  compact: { files: 40, changed: 20 },
  minimal: { files: 5, changed: 3 },
};

/** Each fact as a line, or as undefined where it is not known. The order is the order of the note. */
const LINES: readonly ((facts: Facts, tier: Tier) => string | undefined)[] = [
  ({ os }) => line("OS", os),
  ({ shell }) => line("Shell", shell),
  ({ folder }) => line("Folder", folder),
  ({ date }) => line("Date", date),
  ({ git }, tier) => (git ? `Git: ${wordGit(git, ROOM[tier].changed)}` : undefined),
];

/**
 * The note about machine and workspace in the newest user message. The first names all facts; a later one only what is
 * different from `previous`, files as added and gone. The same facts give the same bytes.
 *
 * @param tier how many names there is room for; the rest is counted. Default `full`: 200
 * @returns `<environment>` … `</environment>`, or the empty string where there is nothing new
 * @example
 * wordEnvironment({ os: "Linux", folder: "/home/me/app" }, undefined)
 */
export function wordEnvironment(facts: Facts, previous: Facts | undefined, tier: Tier = "full"): string {
  const lines = LINES.flatMap((word) => {
    const now = word(facts, tier);
    return now === undefined || (previous && word(previous, tier) === now) ? [] : [now];
  });
  lines.push(...wordFiles(facts.files, previous?.files, ROOM[tier].files));
  if (lines.length === 0) return "";
  return `<environment>\n${previous ? "Changed since the last note:\n" : ""}${lines.join("\n")}\n</environment>`;
}

function line(title: string, value: string | undefined): string | undefined {
  return value === undefined ? undefined : `${title}: ${plain(value)}`;
}

function wordGit({ head, branch, changed, changedMore }: EnvironmentFacts["git"], room: number): string {
  const place = branch === undefined ? `detached at ${plain(head)}` : `branch ${plain(branch)} at ${plain(head)}`;
  const total = changed.length + changedMore;
  return total === 0 ? `${place}, nothing changed` : `${place}, changed: ${list(changed, total, room)}`;
}

function wordFiles(
  files: EnvironmentFacts["files"] | undefined,
  previous: EnvironmentFacts["files"] | undefined,
  room: number,
): string[] {
  if (files === undefined) return [];
  if (previous === undefined) {
    const total = files.names.length + files.more;
    if (total === 0) return ["Files: none"];
    const more = total - Math.min(files.names.length, room);
    return ["Files:", ...files.names.slice(0, room).map(plain), ...(more > 0 ? [`(and ${more} more)`] : [])];
  }
  // With files beyond the list on either side, a name that came or went may only have moved over its edge.
  if (files.more > 0 || previous.more > 0) return [];
  const before = new Set(previous.names);
  const now = new Set(files.names);
  const added = files.names.filter((name) => !before.has(name));
  const gone = previous.names.filter((name) => !now.has(name));
  return [
    ...(added.length > 0 ? [`New files: ${list(added, added.length, room)}`] : []),
    ...(gone.length > 0 ? [`Files gone: ${list(gone, gone.length, room)}`] : []),
  ];
}

function list(names: readonly string[], total: number, room: number): string {
  const shown = names.slice(0, room);
  const more = total - shown.length;
  return `${shown.map(plain).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

/** A name that cannot break its line or close the note. */
function plain(text: string): string {
  return text.replace(/\p{Cc}/gu, "?").replaceAll("</", "<\\/");
}
