import { MillraceError } from "@millrace/protocol";
import type { CommanderError } from "commander";
import { exitCodeOf, isSystemError } from "./exit-code-of.js";
import { EXIT } from "./exit-codes.js";
import { printable } from "./output/printable.js";

/** Commander's ends that are no errors: help and version were shown. */
const SHOWN = new Set(["commander.helpDisplayed", "commander.help", "commander.version"]);

/**
 * Says on standard error what went wrong, in one message and without a stack trace (`MILLRACE_DEBUG=1` adds it).
 * Returns the exit code.
 *
 * @param write takes each line, without its end; default: straight to standard error
 */
export function reportError(error: unknown, write: (line: string) => void = writeLine): number {
  const say = (message: string): void => write(`millrace: ${printable(message)}`);
  if (isCommanderError(error)) {
    if (SHOWN.has(error.code)) return error.exitCode === 0 ? EXIT.done : EXIT.usage;
    say(commanderMessage(error));
    return EXIT.usage;
  }
  say(messageOf(error));
  if (process.env.MILLRACE_DEBUG === "1" && error instanceof Error) say(error.stack ?? "");
  return exitCodeOf(error);
}

/** Told by its code: loading the class here would part it from the command line's code in the bundle. */
function isCommanderError(error: unknown): error is CommanderError {
  return error instanceof Error && "code" in error && String(error.code).startsWith("commander.");
}

function writeLine(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** `error: unknown option '--modl'` and `(Did you mean --model?)`, in one line. */
function commanderMessage(error: CommanderError): string {
  return error.message
    .replace(/^error: /, "")
    .replace(/\n\((.*)\)$/s, ". $1")
    .concat(` (${helpFor(error, process.argv[2])})`);
}

/** Where a person finds what there is: a command's flags stand in its own help. */
function helpFor({ code }: CommanderError, first = ""): string {
  const isOfCommand = code !== "commander.unknownCommand" && first !== "" && !first.startsWith("-");
  return isOfCommand ? `\`millrace ${first} --help\` lists its flags.` : "`millrace --help` lists the commands.";
}

/** Options of the libraries by the flags that a user types. */
const FLAGS: Readonly<Record<string, string>> = {
  model: "--model",
  baseUrl: "--base-url",
  wire: "--wire",
  apiKey: "--api-key-env",
  upstream: "--upstream",
  provider: "--provider",
  token: "--token-env NAME",
  insecure: "--insecure",
};

/** The libraries name their options in backticks. */
function namingFlags(message: string): string {
  return message.replace(/`(\w+)`/g, (whole, option: string) => FLAGS[option] ?? whole);
}

function messageOf(error: unknown): string {
  if (MillraceError.isInstance(error)) {
    // Told by its code: each bundle of the program has a class of its own.
    return error.code === "invalid_option" ? namingFlags(error.message) : error.message;
  }
  const message = error instanceof Error ? error.message : String(error);
  if (isSystemError(error)) return `The system refused: ${message}.`;
  return `${message} (This should not happen; MILLRACE_DEBUG=1 shows where.)`;
}
