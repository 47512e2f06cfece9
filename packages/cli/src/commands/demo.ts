import { rmSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { findConfiguration } from "../config/find-config.js";
import { mergeSettings, type Settings } from "../config/settings.js";
import { ownModel, scriptedModel } from "../demo/demo-model.js";
import { finalDiff } from "../demo/final-diff.js";
import { makeRepository, originalText, TASK, TEST_FILE } from "../demo/make-repository.js";
import { RunObserver } from "../demo/observe-run.js";
import { runTest, type TestRun } from "../demo/run-test.js";
import { sayLocalServers } from "../demo/say-local-servers.js";
import { EXIT } from "../exit-codes.js";
import { isAtTerminal } from "../output/at-terminal.js";
import { printable } from "../output/printable.js";
import { renderDiff } from "../output/render-diff.js";
import { Terminal } from "../output/terminal.js";
import type { DemoFlags } from "../program.js";
import { runTask } from "../run/run-task.js";

/**
 * `millrace demo`: the real agent, over real HTTP, fixes a failing test in a throw-away repository. Without a model the
 * words are scripted, and that is said. Exit code 0 only when the test really passes afterwards.
 */
export async function demo(flags: DemoFlags, version: string): Promise<void> {
  const own = flags.model !== undefined || flags.baseUrl !== undefined;
  const terminal = new Terminal();
  const { folder, hasGit } = await makeRepository();
  // Whatever ends the program, a second Ctrl-C too.
  if (!flags.keep) process.once("exit", () => rmSync(folder, { recursive: true, force: true }));

  const settings = await settingsFor(flags, own, folder);
  const { model, close } = own ? await ownModel(settings) : await scriptedModel();
  try {
    introduce(terminal, folder, own ? model.client.id : undefined);
    sayTest(terminal, "Before:", await runTest(folder));
    const observer = new RunObserver();
    const result = await runTask({
      task: TASK,
      model,
      folder,
      settings,
      terminal,
      interactive: isAtTerminal(),
      program: `millrace ${version}`,
      onEvent: (event) => observer.add(event),
    });

    if (result.end === "aborted") {
      process.exitCode = result.exitCode;
      return;
    }
    terminal.note("");
    terminal.note(
      hasGit ? renderDiff(await finalDiff(folder), terminal.colours) : "(No git here: the change is above.)",
    );
    const after = await runTest(folder);
    sayTest(terminal, "After:", after);
    const testKept = (await readFile(join(folder, TEST_FILE), "utf8").catch(() => "")) === originalText(TEST_FILE);
    const fixed = after.passed && testKept;
    if (own) sayAbilities(terminal, observer, model.client.id, testKept, after.passed);
    else terminal.note("The words were scripted; the reading, the edit, the command and the test were real.");
    await sayLocalServers(terminal);
    if (flags.keep) terminal.note(`The repository is in ${folder}.`);
    process.exitCode = fixed ? EXIT.done : result.exitCode || EXIT.failed;
  } finally {
    await close();
  }
}

async function settingsFor(flags: DemoFlags, own: boolean, folder: string): Promise<Settings> {
  const { keep: _, yes, ...given } = flags;
  // Scripted words are known, so nothing needs asking. An unknown model's commands are asked, unless the user says --yes.
  if (!own) return mergeSettings({ protocol: "text", dialect: "cline", mode: "auto" }, {});
  const chosen = { ...given, mode: yes ? ("auto" as const) : ("auto-edit" as const), output: "text" as const };
  return mergeSettings(chosen, await findConfiguration(folder, process.env));
}

function introduce(terminal: Terminal, folder: string, model: string | undefined): void {
  terminal.note(`A throw-away repository with a failing test: ${folder}`);
  terminal.note(
    model === undefined
      ? "The model's words in this demo are scripted: a server on this machine plays them. Everything else is real: HTTP, reading the tool calls out of the text, the files, the edit, the commands."
      : `The model is ${model}; nothing is scripted.`,
  );
}

function sayTest(terminal: Terminal, when: string, { passed, output }: TestRun): void {
  const { colours } = terminal;
  terminal.note("");
  terminal.note(colours.strong(`${when} node --test ${passed ? "passes" : "fails"}`));
  // The counts at the end; what came before is what a test runner says of each test.
  const counts = output.split("\n").filter((line) => /^. (tests|pass|fail) \d+$/u.test(line));
  for (const line of counts) terminal.note(passed ? colours.good(printable(line)) : colours.bad(printable(line)));
  terminal.note("");
}

function sayAbilities(
  terminal: Terminal,
  observer: RunObserver,
  model: string,
  testKept: boolean,
  passes: boolean,
): void {
  const { colours } = terminal;
  const abilities = [
    ...observer.abilities(),
    { could: testKept, what: "leave the test as it was" },
    { could: passes, what: "make the test pass" },
  ];
  terminal.note(`What ${model} could do:`);
  for (const { could, what } of abilities) {
    terminal.note(could ? colours.good(`  ✓ ${what}`) : colours.bad(`  ✗ did not ${what}`));
  }
}
