import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Fault } from "./fault.js";
import type { Shape } from "./shape.js";

/** What is known of a template from rendering it in Python beforehand (README.md of the templates folder). */
export interface TemplateFacts {
  file: string;
  cases: Readonly<Record<string, CaseVerdict>>;
}

interface CaseVerdict {
  outcome: "renders" | "refuses" | "breaks";
  message?: string;
  dropped?: readonly string[];
  altered?: readonly string[];
}

/** The facts of all templates of a folder, in the order of its index. Rejects where the folder is none. */
export async function readFacts(folder: string): Promise<readonly TemplateFacts[]> {
  const [index, behaviour] = await Promise.all(
    ["index.json", "behaviour.json"].map(async (file) => JSON.parse(await readFile(join(folder, file), "utf8"))),
  );
  return index.map(({ file }: { file: string }) => ({ file, cases: behaviour.templates[file].cases }));
}

/** The verdicts on the cases that are like our requests, where JavaScript's engine cannot render the template. */
export function faultsByFacts({ cases }: TemplateFacts, shape: Shape): readonly Fault[] {
  return casesLike(shape).flatMap((name): Fault[] => {
    const { outcome, message = "", dropped = [], altered = [] } = cases[name] ?? { outcome: "breaks" };
    const told = (kind: Fault["kind"], what: string) => ({ kind, conversation: name, what });
    return [
      ...(outcome === "renders" ? [] : [told("refused", message)]),
      ...dropped.map((words) => told("dropped", words)),
      ...altered.map((how) => told("altered", how)),
    ];
  });
}

function casesLike({ protocol, systemText, callsAMessage }: Shape): readonly string[] {
  const system = systemText === "system" ? ["system_user"] : ["user_only"];
  if (protocol === "text") return [...system, "safe_text", ...(systemText === "system" ? ["text_protocol"] : [])];
  return [
    ...system,
    "safe_native",
    "native_next_question",
    ...(callsAMessage === "several" ? ["native_two_calls"] : []),
  ];
}
