import { existsSync } from "node:fs";
import { join } from "node:path";
import { lostByTemplate, type PlayedSession, type Protocol, playSession } from "./prefix-session.js";
import { knownLosses, losses, TEMPLATE_LOSSES } from "./template-losses.js";

const TURNS = 200;
/** Of the requests within a loop, each such one and the one behind it are rendered: it takes about a second a pair. */
const EVERY = 20;
/** Of a session whose thoughts go back: the judge compares all thoughts of all requests. */
const TURNS_WITH_THOUGHTS = 60;
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
    const session = await playSession({ protocol, turns: TURNS });
    const sent = Math.min(...session.requests.map(({ prefix }) => prefix.share));
    const metered = Math.min(
      ...session.finished.map(({ cachePrefixBytes, previousBytes }) => (cachePrefixBytes || 1) / (previousBytes || 1)),
    );
    const cells = [protocol, session.requests.length, percent(sent), percent(metered)];
    const rendered = rendering ? await renderedCells(protocol, session) : undefined;
    print(`| ${[...cells, ...(rendered?.cells ?? ["", "", "", ""])].join(" | ")} |`);
    kept &&= sent === 1 && metered === 1 && (rendered?.asKnown ?? true);
  }
  print(await thoughtsInWords(rendering));
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

/** Where the model thinks and its thoughts go back while their loop runs (rule echo): what a new question costs. */
async function thoughtsInWords(rendering: boolean): Promise<string> {
  const session = await playSession({ protocol: "native", turns: TURNS_WITH_THOUGHTS, thinks: true });
  const [atQuestion, ...within] = session.requests.map(({ prefix }) => prefix.share).sort((a, b) => a - b);
  const bytes = `within a loop ${percent(within[0] ?? 0)}, where the second question comes ${percent(atQuestion ?? 0)}`;
  const rendered = rendering ? await renderedLosses(session) : undefined;
  const templates = rendered
    ? ` Of ${rendered.templates} templates ${rendered.eachTurn.length} lose it within a loop, ${rendered.atQuestion.length} more at the question.`
    : "";
  return `\nNative, thoughts sent back, ${TURNS_WITH_THOUGHTS} turns, least share in bytes: ${bytes}.${templates}`;
}

/** The templates that lose the prefix with each turn, and those that lose it only where the question comes. */
async function renderedLosses({ requests }: PlayedSession) {
  const pairs = requests.slice(0, -1).map((_, at) => requests.slice(at, at + 2));
  const question = requests.length / 2;
  const within = await lostByTemplate(
    pairs.filter((_, at) => at % EVERY === 1),
    TEMPLATES,
  );
  const eachTurn = losses(within);
  const behind = losses(await lostByTemplate(pairs.slice(question - 1, question + 1), TEMPLATES));
  return { templates: within.size, eachTurn, atQuestion: behind.filter((file) => !eachTurn.includes(file)) };
}

async function renderedCells(protocol: Protocol, session: PlayedSession) {
  const { templates, eachTurn, atQuestion } = await renderedLosses(session);
  const asKnown =
    String(eachTurn) === String(knownLosses(protocol, "turn")) &&
    String(atQuestion) === String(knownLosses(protocol, "question"));
  const whole = templates - eachTurn.length - atQuestion.length;
  return { cells: [templates, whole, eachTurn.length, atQuestion.length], asKnown };
}

function percent(share: number): string {
  return `${(100 * share).toFixed(share === 1 ? 0 : 2)} %`;
}
