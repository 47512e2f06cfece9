import type { Tier } from "@millrace/protocol";
import { utf8Bytes } from "../context/estimate.js";
import { MAX_NOTE_FILES } from "../limits.js";
import type { EnvironmentFacts } from "./context-source.js";

type Facts = Partial<EnvironmentFacts>;

/** How many names there is room for, and how many UTF-8 bytes of them. */
interface Room {
  names: number;
  bytes: number;
}

/** The names of files, and of changed files, that a note has room for. */
const ROOM: Readonly<Record<Tier, Readonly<Record<"files" | "changed", Room>>>> = {
  full: { files: { names: MAX_NOTE_FILES, bytes: 3_200 }, changed: { names: 50, bytes: 1_000 } },
  compact: { files: { names: 40, bytes: 1_000 }, changed: { names: 20, bytes: 400 } },
  minimal: { files: { names: 5, bytes: 100 }, changed: { names: 3, bytes: 50 } },
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
 * @param tier how many names there is room for; the rest is counted. Default `full`: 200, or 3,200 bytes of them
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

function wordGit({ head, branch, changed, changedMore }: EnvironmentFacts["git"], room: Room): string {
  const place = branch === undefined ? `detached at ${plain(head)}` : `branch ${plain(branch)} at ${plain(head)}`;
  const total = changed.length + changedMore;
  return total === 0 ? `${place}, nothing changed` : `${place}, changed: ${list(changed, total, room)}`;
}

function wordFiles(
  files: EnvironmentFacts["files"] | undefined,
  previous: EnvironmentFacts["files"] | undefined,
  room: Room,
): string[] {
  if (files === undefined) return [];
  if (previous === undefined) {
    const total = files.names.length + files.more;
    if (total === 0) return ["Files: none"];
    const shown = thoseThatFit(files.names, room);
    const more = total - shown.length;
    return ["Files:", ...shown, ...(more > 0 ? [`(and ${more} more)`] : [])];
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

function list(names: readonly string[], total: number, room: Room): string {
  const shown = thoseThatFit(names, room);
  const more = total - shown.length;
  if (shown.length === 0) return `${more} files`;
  return `${shown.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

/** From the first on, as they are shown. */
function thoseThatFit(names: readonly string[], room: Room): string[] {
  let bytes = 0;
  const shown = names.slice(0, room.names).map(plain);
  const end = shown.findIndex((name) => {
    bytes += utf8Bytes(name);
    return bytes > room.bytes;
  });
  return end < 0 ? shown : shown.slice(0, end);
}

/** A name that cannot break its line or close the note. */
function plain(text: string): string {
  return text.replace(/\p{Cc}/gu, "?").replaceAll("</", "<\\/");
}
