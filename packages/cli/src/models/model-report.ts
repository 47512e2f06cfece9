import { type Known, type ModelProfile, type Prices, sourceOf } from "@millrace/agent";
import { type ModelFacts, profileValueWords } from "@millrace/models";
import { printable } from "../output/printable.js";
import { shellWord } from "../output/shell-word.js";
import { wrapText } from "../output/wrap-text.js";
import type { MemoryFit } from "./memory-fit.js";
import { showBytes, showTokens } from "./show-sizes.js";
import { type Column, tableLines } from "./table.js";

/** A model of a server, and all that is known of it. */
export interface ModelReport {
  /** As a run names it. */
  id: string;
  facts: ModelFacts;
  profile: Partial<ModelProfile>;
  /** Absent for a model that does not run on this machine. */
  fit?: MemoryFit;
}

/** Of the lists, characters: the width that a terminal has at least. */
const WIDTH = 80;
const NAME_WIDTH = 30;

const COLUMNS: readonly Column<ModelReport>[] = [
  { title: "MODEL", cell: ({ id }) => shellWord(id) },
  { title: "SIZE", cell: ({ facts }) => (facts.sizeBytes === undefined ? "" : showBytes(facts.sizeBytes)) },
  { title: "QUANT", cell: ({ facts }) => printable(facts.quantization ?? "") },
  { title: "WINDOW", cell: windowCell },
  { title: "TOOLS", cell: ({ profile }) => profile.protocol?.value ?? "?" },
  { title: "THINKS", cell: thinksCell },
  { title: "$/M IN, OUT", cell: ({ profile }) => priceCell(profile.prices) },
  { title: "FITS", cell: ({ fit }) => fit?.fits ?? "" },
];

/** The models of one server as lines for people, 80 columns wide. */
export function reportLines(title: string, address: string, models: readonly ModelReport[]): readonly string[] {
  const head = `${title} at ${printable(address)}`;
  if (models.length === 0) return [head, "  It has no model yet."];
  const table = tableLines(models, COLUMNS, NAME_WIDTH);
  return [head, "", table.head, ...models.flatMap((model, at) => [...(table.rows[at] ?? []), ...detailLines(model)])];
}

function detailLines({ fit, profile }: ModelReport): readonly string[] {
  const known = knownText(profile);
  return [...wrapText(fit?.why ?? "", WIDTH, "  "), ...wrapText(known, WIDTH, "  ")];
}

/** What it runs with, of what it can have. */
function windowCell({ facts, profile }: ModelReport): string {
  const { runsWith, trained } = facts;
  const { window } = profile;
  const isTheirs = window?.from === "user" || window?.from === "measured";
  const now = isTheirs ? window.value : runsWith;
  if (now !== undefined && trained !== undefined && now !== trained)
    return `${showTokens(now)} of ${showTokens(trained)}`;
  const one = now ?? trained ?? window?.value;
  return one === undefined ? "?" : showTokens(one);
}

function thinksCell({ facts, profile: { reasoning } }: ModelReport): string {
  if (reasoning?.from === undefined) return facts.thinks === undefined ? "?" : "yes";
  return reasoning.form === "none" ? "no" : "yes";
}

function priceCell(prices: Known<Prices> | undefined): string {
  return prices === undefined ? "" : `${shownPrice(prices.value.input)}, ${shownPrice(prices.value.output)}`;
}

function shownPrice(price: number): string {
  return price === 0 ? "free" : String(Number(price.toPrecision(3)));
}

const SOURCES: readonly { from: Known<unknown>["from"]; words(at: string): string }[] = [
  { from: "user", words: () => "your configuration" },
  { from: "measured", words: (at) => `measured ${at}` },
  { from: "server", words: () => "server" },
  { from: "catalogue", words: () => "catalogue" },
];

/** `measured 2026-11-30: tools, window; server: vision`. */
function knownText(profile: Partial<ModelProfile>): string {
  const values = Object.entries(profile).flatMap(([key, value]) => {
    const { from, at } = sourceOf(value);
    return from === undefined || at === undefined ? [] : [{ key, from, at }];
  });
  const parts = SOURCES.flatMap(({ from, words }) => {
    const theirs = values.filter((value) => value.from === from);
    if (theirs.length === 0) return [];
    const newest =
      theirs
        .map(({ at }) => at)
        .sort()
        .at(-1) ?? "";
    return [
      `${words(newest.slice(0, "2026-11-30".length))}: ${theirs.map(({ key }) => profileValueWords(key)).join(", ")}`,
    ];
  });
  return parts.join("; ");
}
