import { Command, InvalidArgumentError, Option } from "commander";
import manifest from "../package.json" with { type: "json" };

const { version } = manifest;

const EXAMPLES = `
Examples:
  millrace run "fix the failing test"                         with the model of the one local server that runs
  millrace run --model ollama/qwen3-coder "fix the failing test"
  millrace run --base-url http://gpu-box:8000/v1 --model my-model --protocol text "add a --json flag"
  millrace run --yes --output jsonl - < task.md               the task from standard input, events as JSON lines
  millrace parse answer.txt --explain                         what a model's answer holds, and why
  millrace bridge --upstream http://127.0.0.1:8080/v1         your own agent gets tool calls from a model that only writes text
  millrace models                                             what there is, what is known of it, what fits this machine
  millrace doctor --model ollama/qwen3:8b                     what works with this model, and what would help
  millrace demo                                               a real run with scripted words, no model needed
`;

const RUN_EXAMPLES = `
A RULE is an effect, or an effect and a pattern: read(docs/**), files(src/**), command, network(host), task.
Exit codes: 0 done, 1 failed, 2 usage or configuration, 3 denied, 4 a limit, 10-15 the model's server, 20 the workspace,
130 interrupted, 143 terminated. docs/CLI.md has them all.

Examples:
  millrace run --yes "make npm test pass"
  millrace run --mode auto-edit --deny "read(secrets/**)" "rename Foo to Bar everywhere"
  millrace run --mode plan "where is the config read?"
`;

const DOCTOR_EXAMPLES = `
A model on this machine is asked about a dozen short questions. A hosted one costs a little money: you are asked first,
or say --yes. What was measured is kept, and run and bridge go by it; docs/DOCTOR.md says how to overrule it.
Exit codes: 0 examined, however it came out, 2 usage, 10-15 the model's server could not be asked, 130 interrupted.

Examples:
  millrace doctor                                             the model that run would take
  millrace doctor --model ollama/qwen3:8b
  millrace doctor --all                                       each model of each local server
  millrace doctor --base-url http://gpu-box:8000/v1 --model my-model --json
`;

const BRIDGE_EXAMPLES = `
Clients set the address, any key (or the token), and a model; the bridge prints the settings for each when it starts.
Ctrl-C lets answers under way end; a second one does not. docs/BRIDGE.md has all of it.

Examples:
  millrace bridge                                             in front of the one local server that runs
  millrace bridge --upstream http://gpu-box:8000/v1 --model qwen3-coder --mode text
  millrace bridge --upstream openrouter --model qwen/qwen3-coder
  BRIDGE_TOKEN=… millrace bridge --host 0.0.0.0 --token-env BRIDGE_TOKEN
`;

/**
 * The command line. Each command's code is loaded when it is called, so that one command does not pay for the others.
 * An action resolves to nothing and leaves its exit code in `process.exitCode`, or throws what reportError understands.
 */
export function createProgram(): Command {
  const program = new Command("millrace")
    .description("A coding agent for the terminal that works with the model you have.")
    .version(version)
    .addHelpText("after", EXAMPLES)
    .exitOverride()
    .configureOutput({ outputError: () => {} });

  addModelOptions(program.command("run"))
    .description("Work on a task until it is done.")
    .argument("[TASK...]", "what to do; `-`, or nothing with input piped in: read from standard input")
    .addOption(
      new Option("--mode <mode>", "what needs asking (default: ask)").choices(["plan", "ask", "auto-edit", "auto"]),
    )
    .option("--yes", "mode auto: ask nothing but what is dangerous; denies hold")
    .option("--allow <rule>", "needs no asking; may be given again", collect)
    .option("--deny <rule>", "is never done; may be given again", collect)
    .option("--cwd <folder>", "the folder to work in (default: this one)")
    .option("--max-turns <n>", "stop after so many turns (default: 100)", wholeNumber)
    .option("--max-seconds <n>", "stop after so many seconds", positiveNumber)
    .option("--max-cost <dollars>", "stop at so many US dollars, by the model's prices", positiveNumber)
    .option("--max-tokens <n>", "stop at so many tokens, of prompts and answers together", wholeNumber)
    .option("--max-requests <n>", "stop after so many requests, each try counted", wholeNumber)
    .addOption(
      new Option(
        "--compact <way>",
        "what does not fit the window any more: leave it out, or let the model sum it up (default: drop)",
      ).choices(["drop", "summary"]),
    )
    .addOption(
      new Option("--output <form>", "text for people, jsonl for programs (default: text)").choices(["text", "jsonl"]),
    )
    .addHelpText("after", RUN_EXAMPLES)
    .action(async (task: string[], flags: RunFlags) => {
      const { run } = await import("./commands/run.js");
      await run(task.join(" "), flags, version);
    });

  program
    .command("parse")
    .description("Show what a model's answer holds: text, reasoning, tool calls.")
    .argument("[FILE]", "the answer as the model wrote it; without it: standard input")
    .option("--tools <file>", "JSON array of { name, parameters } (default: Millrace's coding tools)")
    .option("--dialect <name>", "the textual way of calling tools (default: auto, all of them)")
    .option("--chunk <n>", "feed it in pieces of n characters; the answer is the same", wholeNumber)
    .addOption(
      new Option("--reason <reason>", "how the answer ended; without it nothing is mended").choices([
        "stop",
        "tool-calls",
        "length",
        "content-filter",
        "error",
        "unknown",
      ]),
    )
    .option("--explain", "show the raw text with each part marked, in place of JSON")
    .action(async (file: string | undefined, flags: ParseFlags) => {
      const { parse } = await import("./commands/parse.js");
      await parse(file, flags);
    });

  addBridgeOptions(program.command("bridge"))
    .description("Stand between any agent and any model: native tool calls in and out, the model's own text between.")
    .addHelpText("after", BRIDGE_EXAMPLES)
    .action(async (flags: BridgeFlags) => {
      const { bridge } = await import("./commands/bridge.js");
      await bridge(flags, version);
    });

  program
    .command("models")
    .description("List the models there are, what is known of each, and whether it fits this machine.")
    .option(
      "--provider <name>",
      "those of one provider, hosted ones too (default: of the servers on this machine)",
      someName,
    )
    .option("--base-url <url>", "where that provider is reached")
    .option("--api-key-env <name>", "the environment variable that holds its API key")
    .option("--json", "for programs")
    .action(async (flags: ModelsFlags) => {
      const { models } = await import("./commands/models.js");
      await models(flags);
    });

  addPlaceOptions(program.command("doctor"))
    .description("Examine a model: what works, how fast, how much it takes, and what would help.")
    .option("--all", "each model of each local server, and the configured one")
    .option("--thorough", "try long prompts up to the window that is claimed, however long they take")
    .option("--json", "what was found as JSON, a line a model")
    .option("--no-store", "keep nothing of it")
    .option("--yes", "ask a hosted model, which costs money, without asking you")
    .addHelpText("after", DOCTOR_EXAMPLES)
    .action(async (flags: DoctorFlags) => {
      const { doctor } = await import("./commands/doctor.js");
      await doctor(flags);
    });

  addModelOptions(program.command("demo"))
    .description("Fix a failing test in a throw-away repository, for real, with scripted model words.")
    .option("--yes", "let your own model run commands unasked")
    .option("--keep", "leave the repository in place")
    .action(async (flags: DemoFlags) => {
      const { demo } = await import("./commands/demo.js");
      await demo(flags, version);
    });

  return program;
}

/** What `run` was given, as commander hands it over. */
export interface RunFlags extends ModelFlags {
  mode?: "plan" | "ask" | "auto-edit" | "auto";
  yes?: true;
  allow?: string[];
  deny?: string[];
  cwd?: string;
  maxTurns?: number;
  maxSeconds?: number;
  /** US dollars. */
  maxCost?: number;
  maxTokens?: number;
  maxRequests?: number;
  compact?: "drop" | "summary";
  output?: "text" | "jsonl";
}

/** What names a model and the way to it. */
interface PlaceFlags {
  model?: string;
  baseUrl?: string;
  wire?: "openai-chat" | "openai-responses" | "anthropic-messages" | "ollama-chat";
  apiKeyEnv?: string;
}

interface ModelFlags extends PlaceFlags {
  protocol?: "auto" | "native" | "text";
  dialect?: string;
}

export interface ParseFlags {
  tools?: string;
  dialect?: string;
  chunk?: number;
  reason?: "stop" | "tool-calls" | "length" | "content-filter" | "error" | "unknown";
  explain?: true;
}

export interface DemoFlags extends ModelFlags {
  yes?: true;
  keep?: true;
}

/** What `models` was given. */
export interface ModelsFlags {
  provider?: string;
  baseUrl?: string;
  apiKeyEnv?: string;
  json?: true;
}

/** What `doctor` was given. */
export interface DoctorFlags extends PlaceFlags {
  all?: true;
  thorough?: true;
  json?: true;
  /** False with --no-store. */
  store: boolean;
  yes?: true;
}

/** What `bridge` was given. */
export interface BridgeFlags {
  upstream?: string;
  provider?: string;
  model?: string;
  wire?: NonNullable<ModelFlags["wire"]>;
  mode?: "auto" | "text" | "salvage" | "native";
  dialect?: string;
  host?: string;
  port?: number;
  tokenEnv?: string;
  insecure?: true;
  constrain?: true;
  apiKeyEnv?: string;
  allowOrigin?: string[];
  /** MiB. */
  maxBody?: number;
  log?: "text" | "json" | "off";
  logContents?: string;
}

function addBridgeOptions(command: Command): Command {
  return command
    .option(
      "--upstream <server>",
      "its address, or a provider's name (default: your configuration's, or the one local server)",
    )
    .option(
      "--provider <name>",
      "whose kind of server stands at the address, e.g. vllm, anthropic (default: found out)",
    )
    .option("--model <name>", "the model that answers, whatever clients call it (default: the one they name)", someName)
    .addOption(wireOption())
    .addOption(
      new Option("--mode <mode>", "how tools reach the model (default: auto, by what is known of it)").choices([
        "auto",
        "text",
        "salvage",
        "native",
      ]),
    )
    .option("--dialect <name>", "the textual way of calling tools (default: auto: cline is taught, all are read)")
    .option("--constrain", "hold taught calls to the dialect's grammar, where the upstream takes one (llama.cpp, vLLM)")
    .option("--host <host>", "where to listen (default: 127.0.0.1, this machine only)", someName)
    .option("--port <n>", "0: any free one (default: 6455)", portNumber)
    .option("--token-env <name>", "the environment variable that holds the token clients must have as their key")
    .option("--insecure", "listen for other machines without a token")
    .option("--api-key-env <name>", "the environment variable that holds the upstream's API key")
    .option("--allow-origin <origin>", "web pages of this origin may ask, `*`: any; may be given again", origins)
    .option("--max-body <mib>", "the longest request in MiB (default: 64)", wholeNumber)
    .addOption(
      new Option("--log <form>", "a line a request on standard output, without contents (default: text)").choices([
        "text",
        "json",
        "off",
      ]),
    )
    .option("--log-contents <file>", "append what is asked and answered to this file, without keys");
}

function addModelOptions(command: Command): Command {
  return addPlaceOptions(command)
    .addOption(
      new Option("--protocol <protocol>", "how tools are called (default: auto)").choices(["auto", "native", "text"]),
    )
    .option("--dialect <name>", "the textual way of calling tools (default: auto: cline is taught, all are read)");
}

/** Which model, and the way to it. */
function addPlaceOptions(command: Command): Command {
  return command
    .option("--model <model>", "PROVIDER/NAME, e.g. ollama/qwen3-coder (default: the one local model that is found)")
    .option("--base-url <url>", "where the provider is reached; a bare model name then means custom/NAME")
    .addOption(wireOption())
    .option("--api-key-env <name>", "the environment variable that holds the API key");
}

function wireOption(): Option {
  const about = "how it is spoken to, where its server knows more ways (default: the provider's)";
  return new Option("--wire <wire>", about).choices([
    "openai-chat",
    "openai-responses",
    "anthropic-messages",
    "ollama-chat",
  ]);
}

function collect(value: string, before: string[] | undefined): string[] {
  return [...(before ?? []), value];
}

function someName(text: string): string {
  if (text.trim() === "") throw new InvalidArgumentError("It is empty.");
  return text;
}

function origins(text: string, before: string[] | undefined): string[] {
  if (!/^(?:\*|null|[a-z][a-z\d+.-]*:\/\/[^\s/]+\/?)$/i.test(text)) {
    throw new InvalidArgumentError(
      "It must be an origin as browsers write it, e.g. https://chat.example, or * for any.",
    );
  }
  return collect(text, before);
}

function wholeNumber(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new InvalidArgumentError("It must be a whole number, at least 1.");
  return value;
}

function portNumber(text: string): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value > 65_535)
    throw new InvalidArgumentError("It must be a whole number from 0 to 65535.");
  return value;
}

function positiveNumber(text: string): number {
  const value = Number(text);
  if (!(value > 0) || !Number.isFinite(value)) throw new InvalidArgumentError("It must be a number above 0.");
  return value;
}
