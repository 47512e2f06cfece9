import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { modelPersona, startModelServer } from "@millrace/testkit";

/** A model that shows much of what can be wrong. */
const PERSONA = "liar";

/** What the program says of a persona behind the only local server, as a block of Markdown. */
export async function makeTranscript(program: string): Promise<string> {
  const server = await startModelServer({ scenario: await modelPersona(PERSONA), judge: "off" });
  const home = mkdtempSync(join(tmpdir(), "millrace-doctor-"));
  try {
    const said = await runProgram(program, ["doctor", "--wire", "openai-chat"], {
      PATH: process.env.PATH,
      HOME: home,
      OLLAMA_HOST: new URL(server.url).host,
    });
    const steady = said
      .replaceAll(new URL(server.url).port, "11434")
      .replaceAll(home, "/home/me")
      .replace(/-[0-9a-f]{8}\.json/g, "-….json")
      .replace(/\d+\.\d s$/m, "… s");
    return `\`\`\`text\n$ millrace doctor --wire openai-chat\n${steady.trimEnd()}\n\`\`\``;
  } finally {
    await server.close();
    rmSync(home, { recursive: true, force: true });
  }
}

/** Both outputs, in the order in which a terminal would show them: what is said before the table, the table, the rest. */
async function runProgram(program: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<string> {
  const child = spawn(process.execPath, [program, ...args], { cwd: env.HOME, env, stdio: ["ignore", "pipe", "pipe"] });
  let [out, before, after] = ["", "", ""];
  child.stdout.setEncoding("utf8").on("data", (piece: string) => {
    out += piece;
  });
  child.stderr.setEncoding("utf8").on("data", (piece: string) => {
    for (const line of piece.split(/(?<=\n)/)) {
      if (line.includes("kept in")) after += line;
      else before += line;
    }
  });
  await once(child, "close");
  return before + out + after;
}
