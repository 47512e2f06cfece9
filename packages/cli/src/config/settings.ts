import { dirname, resolve } from "node:path";
import { DEFAULT_LIMITS, type Mode, type Rule } from "@millrace/agent";
import { PROVIDERS, providerNamed, readAiSdkName, type WireName } from "@millrace/models";
import type { ConfigFile, ConfigValues, ModelWords } from "./config-values.js";
import type { Configuration } from "./find-config.js";
import { readRule } from "./read-rule.js";

/** What a run goes by, after flags, the repository's file and the user's file were laid over each other. */
export interface Settings {
  /** As it was written: `PROVIDER/NAME`, or a bare name with a base URL. Absent: to be found. */
  model?: string;
  baseUrl?: string;
  wire?: WireName;
  apiKeyEnv?: string;
  /** An absolute path. */
  caFile?: string;
  protocol: "auto" | "native" | "text";
  dialect?: string;
  mode: Mode;
  rules: readonly Rule[];
  maxTurns?: number;
  maxSeconds?: number;
  /** US dollars. */
  maxCost?: number;
  maxTokens?: number;
  maxRequests?: number;
  output: "text" | "jsonl";
  contextTokens?: number;
  compact: "drop" | "summary";
  maxSilenceSeconds?: number;
  /** What the user knows of models, by `PROVIDER/NAME` or a pattern of it. */
  models?: Readonly<Record<string, ModelWords>>;
  /** What was asked for and has no effect, one sentence each: mostly what a repository's file may not set. */
  ignored: readonly string[];
}

/** From the strictest on. */
const MODES: readonly Mode[] = ["plan", "ask", "auto-edit", "auto"];
/** Providers that run on this machine; the user starts them, so a repository may name their models. */
const LOCAL_PROVIDERS: ReadonlySet<string> = new Set(PROVIDERS.filter(({ local }) => local).map(({ name }) => name));

/**
 * Lays flags over the repository's file over the user's. A repository is somebody else's words: its file can make a run
 * stricter, never looser, and cannot send the user's code or keys anywhere the user did not choose.
 * Throws UsageError for a rule that cannot be read.
 */
export function mergeSettings(flags: ConfigValues, { user, project }: Configuration): Settings {
  const ignored: string[] = [];
  const ofUser = user?.values ?? {};
  const ofProject = project ? restrict(project, ofUser, ignored) : {};
  const pick = <Key extends keyof ConfigValues>(key: Key): ConfigValues[Key] =>
    flags[key] ?? ofProject[key] ?? ofUser[key];

  const rules = [
    ...rulesOf(ofUser, "user", user?.path ?? ""),
    ...rulesOf(ofProject, "project", project?.path ?? ""),
    ...rulesOf(flags, "flag", ""),
  ];
  for (const { from } of rules.filter(({ effect, decision }) => effect === "command" && decision === "allow")) {
    const where = from === "flag" ? "--allow command" : `${user?.path}: \`allow\`: command`;
    ignored.push(
      `${where} allows nothing yet: command lines are not parsed. You, when asked, or --yes can allow them.`,
    );
  }
  const model = pick("model");
  // A base URL, a wire and a key belong to the provider they were written for: a flag that names another leaves them behind.
  const ofFile = model === undefined || samePlace(model, ofUser) ? ofUser : {};
  return {
    ...defined({
      model,
      baseUrl: flags.baseUrl ?? ofFile.baseUrl,
      wire: flags.wire ?? (flags.baseUrl === undefined ? ofFile.wire : undefined),
      apiKeyEnv: flags.apiKeyEnv ?? (flags.baseUrl === undefined ? ofFile.apiKeyEnv : undefined),
      caFile: user?.values.caFile && resolve(dirname(user.path), user.values.caFile),
      dialect: pick("dialect"),
      maxTurns: pick("maxTurns"),
      maxSeconds: pick("maxSeconds"),
      maxCost: pick("maxCost"),
      maxTokens: pick("maxTokens"),
      maxRequests: pick("maxRequests"),
      contextTokens: pick("contextTokens"),
      maxSilenceSeconds: ofUser.maxSilenceSeconds,
      models: ofUser.models,
    }),
    protocol: pick("protocol") ?? "auto",
    compact: pick("compact") ?? "drop",
    mode: pick("mode") ?? "ask",
    output: pick("output") ?? "text",
    rules,
    ignored,
  };
}

/** The part of a repository's file that counts. */
function restrict({ path, values }: ConfigFile, user: ConfigValues, ignored: string[]): ConfigValues {
  const kept: { -readonly [Key in keyof ConfigValues]: ConfigValues[Key] } = { ...values };
  const ignore = (key: keyof ConfigValues, why: string): void => {
    delete kept[key];
    ignored.push(`${path}: \`${key}\` is ignored: ${why}`);
  };
  if (kept.baseUrl !== undefined) ignore("baseUrl", "a repository may not choose where your code is sent.");
  if (kept.wire !== undefined) ignore("wire", "how your server is spoken to is for your own file to say.");
  if (kept.apiKeyEnv !== undefined) ignore("apiKeyEnv", "a repository may not choose which of your keys is used.");
  if (kept.caFile !== undefined) ignore("caFile", "a repository may not choose whose certificates you trust.");
  if (kept.maxSilenceSeconds !== undefined)
    ignore("maxSilenceSeconds", "how long your server may take is for your own file to say.");
  if (kept.models !== undefined)
    ignore("models", "what models can do and cost is for your own file to say, and to be measured.");
  if (kept.allow !== undefined)
    ignore("allow", "a repository may not allow anything; put the rule into your own file.");
  if (kept.model !== undefined && !mayChoose(kept.model, user)) {
    ignore(
      "model",
      "a repository may name a local model or another model of your own provider, no other; use --model.",
    );
  }
  const mode = user.mode ?? "ask";
  if (kept.mode !== undefined && MODES.indexOf(kept.mode) > MODES.indexOf(mode)) {
    ignore("mode", `a repository may not loosen your mode (${mode}); use --mode.`);
  }
  for (const key of ["maxTurns", "maxSeconds", "maxCost", "maxTokens", "maxRequests"] as const) {
    const [theirs, yours] = [kept[key], user[key] ?? (key === "maxTurns" ? DEFAULT_LIMITS.maxTurns : undefined)];
    if (theirs !== undefined && yours !== undefined && theirs > yours) {
      ignore(key, `a repository may only lower it (yours: ${yours}).`);
    }
  }
  return kept;
}

function mayChoose(model: string, user: ConfigValues): boolean {
  const provider = providerOf(model, undefined);
  return LOCAL_PROVIDERS.has(provider) || (user.model !== undefined && samePlace(model, user));
}

/** Is this model reached where the user's file says? */
function samePlace(model: string, user: ConfigValues): boolean {
  return user.model === undefined
    ? providerOf(model, user.baseUrl) === "custom"
    : providerOf(model, user.baseUrl) === providerOf(user.model, user.baseUrl);
}

/**
 * A name without a known provider is a model of the server that the base URL names. Of the AI SDK each package is a
 * provider of its own: what is loaded is the user's to say.
 */
function providerOf(model: string, baseUrl: string | undefined): string {
  const named = readAiSdkName(model);
  if (named) return named.package;
  const name = model.slice(0, Math.max(0, model.indexOf("/")));
  return providerNamed(name)?.name ?? (baseUrl === undefined ? name : "custom");
}

function rulesOf(values: ConfigValues, from: Rule["from"], path: string): Rule[] {
  return [
    ...(values.allow ?? []).map((text) => readRule(text, "allow", from, path)),
    ...(values.deny ?? []).map((text) => readRule(text, "deny", from, path)),
  ];
}

/** The entries that have a value: an absent option is absent, not undefined. */
function defined<Values extends object>(values: Values): { [Key in keyof Values]: Exclude<Values[Key], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [Key in keyof Values]: Exclude<Values[Key], undefined>;
  };
}
