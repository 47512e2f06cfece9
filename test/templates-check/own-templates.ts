import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A small template of our own under the name of a published one, so that the catalogue knows its family. */
export interface OwnTemplate {
  file: string;
  tools: "native" | "none";
  source: string;
  /** JavaScript's engine is not to be trusted with it: judged by these facts alone. */
  facts?: Readonly<Record<string, unknown>>;
}

/** What each of them renders natively: definitions, messages, calls. */
export const NATIVE =
  "{{ tools | tojson }}{% for m in messages %}<{{ m.role }}>{{ m.content }}" +
  "{% for c in m.tool_calls or [] %}{{ c.function.name }}{{ c.function.arguments | tojson }}{% endfor %}\n{% endfor %}<assistant>";

/** As Gemma 2: no system message, no roles but two, in strict turns. */
export const STRICT =
  "{% for m in messages %}{% if m.role != (['user', 'assistant'][loop.index0 % 2]) %}{{ raise_exception('turns must alternate') }}{% endif %}" +
  "<{{ m.role }}>{{ m.content | trim }}\n{% endfor %}<assistant>";

/** A folder of templates as `npm run templates` reads it. */
export async function templatesFolder(templates: readonly OwnTemplate[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "millrace-templates-"));
  const renders = { outcome: "renders" };
  const cases = { safe_text: renders, safe_native: renders, native_two_calls: renders };
  const index = templates.map(({ file, tools, facts }) => ({
    file,
    family: file,
    tools,
    noTools: "null",
    bosEosTokens: {},
    javascript: facts ? "differs" : "same",
  }));
  const behaviour = Object.fromEntries(
    templates.map(({ file, facts }) => [
      file,
      { loads: true, argumentsAs: "object", needs: [], generationPrompt: "<assistant>", cases: facts ?? cases },
    ]),
  );
  await Promise.all([
    ...templates.map(({ file, source }) => writeFile(join(folder, file), source)),
    writeFile(join(folder, "index.json"), JSON.stringify(index)),
    writeFile(join(folder, "behaviour.json"), JSON.stringify({ templates: behaviour })),
  ]);
  return folder;
}
