import { existsSync } from "node:fs";
import { join } from "node:path";
import { lostByTemplate, type PlayedSession, type Protocol, playSession } from "./prefix-session.js";
import { knownLosses, losses, TEMPLATE_LOSSES } from "./template-losses.js";

const TURNS = 200;
/** Of the requests within a loop, each such one and the one behind it are rendered: it takes about a second a pair. */
const EVERY = 20;
const TEMPLATES = join(process.env.MILLRACE_SHARED ?? join(import.meta.dirname, "../../shared"), "templates");

/**
 * How much of each request began the one behind it, in a session of 200 turns over HTTP: in the bytes that were sent, by
 * the agent's own meter, and as chat templates render it where they are there. False where a byte was lost, or a template
 * loses more than it is known to.
 */
export async function benchPrefix(print: (line: string) => void): Promise<boolean> {
  const rendering = existsSync(TEMPLATES);
  if (!rendering) print(`No chat templates in ${TEMPLATES}: only bytes are compared.\n`);
  print(
    "| protocol | requests | least share, bytes | least share, own meter | templates | keep it | known to lose it, each turn | at a question |",
  );
  print("| --- | --: | --: | --: | --: | --: | --: | --: |");
  let kept = true;
  for (const protocol of ["text", "native"] as const) {
    const session = await playSession(protocol, TURNS);
    const sent = Math.min(...session.requests.map(({ prefix }) => prefix.share));
    const metered = Math.min(
      ...session.finished.map(({ cachePrefixBytes, previousBytes }) => (cachePrefixBytes || 1) / (previousBytes || 1)),
    );
    const cells = [protocol, session.requests.length, percent(sent), percent(metered)];
    const rendered = rendering ? await renderedCells(protocol, session) : undefined;
    print(`| ${[...cells, ...(rendered?.cells ?? ["", "", "", ""])].join(" | ")} |`);
    kept &&= sent === 1 && metered === 1 && (rendered?.asKnown ?? true);
  }
  if (rendering) {
    print("\n| template | protocol | loses it | as it |");
    print("| --- | --- | --- | --- |");
    for (const { file, protocols, when, why } of TEMPLATE_LOSSES) {
      const where = when === "turn" ? "each turn" : "at a question";
      print(`| ${file.replace(/\.jinja$/, "")} | ${protocols.join(", ")} | ${where} | ${why} |`);
    }
  }
  return kept;
}

async function renderedCells(protocol: Protocol, { requests }: PlayedSession) {
  const pairs = requests.slice(0, -1).map((_, at) => requests.slice(at, at + 2));
  const within = await lostByTemplate(
    pairs.filter((_, at) => at % EVERY === 1),
    TEMPLATES,
  );
  const behind = await lostByTemplate(pairs.slice(TURNS / 2 - 1, TURNS / 2 + 1), TEMPLATES);
  const eachTurn = losses(within);
  const atQuestion = losses(behind).filter((file) => !eachTurn.includes(file));
  const asKnown =
    String(eachTurn) === String(knownLosses(protocol, "turn")) &&
    String(atQuestion) === String(knownLosses(protocol, "question"));
  const whole = within.size - eachTurn.length - atQuestion.length;
  return { cells: [within.size, whole, eachTurn.length, atQuestion.length], asKnown };
}

function percent(share: number): string {
  return `${(100 * share).toFixed(share === 1 ? 0 : 2)} %`;
}
