import { isJsonObject, type JsonObject } from "./json.js";
import { either, flag, type Kind, object, positive } from "./kind.js";
import type {
  Answer,
  BadEnd,
  Call,
  MadeAnswer,
  Match,
  Outage,
  Persona,
  PersonaModel,
  Scenario,
  Speed,
  Usage,
  Weights,
} from "./scenario.js";
import { TestkitError } from "./testkit-error.js";

/** A kind for each key of a type: the compiler says when a key is missing here. */
type Kinds<T> = { readonly [Key in keyof T]-?: Kind };

const text: Kind = { words: "a text", holds: (value) => typeof value === "string" };
const anything: Kind = { words: "anything", holds: () => true };
const amount: Kind = { words: "a number, 0 or more", holds: (value) => typeof value === "number" && value >= 0 };
const list: Kind = { words: "a list", holds: Array.isArray };
const texts: Kind = { words: "a list of texts", holds: (value) => Array.isArray(value) && value.every(text.holds) };
const objects: Kind = {
  words: "a list of objects",
  holds: (value) => Array.isArray(value) && value.every(isJsonObject),
};
const nothing: Kind = { words: "null", holds: (value) => value === null };
const oneOf = (...values: readonly string[]): Kind => ({
  words: values.map((value) => `"${value}"`).join(" or "),
  holds: (value) => typeof value === "string" && values.includes(value),
});

const SCENARIO: Kinds<Scenario> = {
  server: object,
  answers: list,
  prefix: oneOf("must-hold", "report"),
  allow: texts,
};

const PERSONA: Kinds<Persona> = {
  kind: oneOf("ollama", "llama.cpp", "vllm", "lmstudio", "openai", "anthropic", "any"),
  version: text,
  models: list,
  apiKey: text,
  templates: texts,
};

const MODEL: Kinds<PersonaModel> = {
  name: text,
  window: positive,
  trainedWindow: positive,
  tools: oneOf("taken", "refused"),
  vision: flag,
  thinking: flag,
  chatTemplate: text,
  templateShowsTools: flag,
  family: text,
  parameters: text,
  weights: object,
  prices: object,
  outputLimit: positive,
};

const WEIGHTS: Kinds<Weights> = {
  bytes: positive,
  bytesOnCard: amount,
  parameters: text,
  quantization: text,
  blocks: positive,
  heads: positive,
  keyValueHeads: positive,
  keyLength: positive,
};

const REQUIRED_WEIGHTS = Object.keys(WEIGHTS).filter((key) => key !== "bytesOnCard");

const PRICES: Kinds<NonNullable<PersonaModel["prices"]>> = { input: amount, output: amount };

const rate: Kind = { words: "a number above 0", holds: (value) => typeof value === "number" && value > 0 };

const SPEED: Kinds<Speed> = { prompt: rate, output: rate };

const ANSWER: Kinds<Answer> = {
  match: object,
  repeat: either(positive, oneOf("always")),
  text: either(text, texts),
  reasoning: either(text, texts),
  reasoningDetails: objects,
  calls: list,
  parts: list,
  chunk: positive,
  bytes: either(positive, oneOf("inside-characters")),
  paceMs: amount,
  headersAfterMs: amount,
  firstByteAfterMs: amount,
  finish: either(text, nothing),
  usage: either(object, nothing),
  model: text,
  speed: object,
  done: flag,
  reasoningField: oneOf("reasoning_content", "reasoning"),
  status: {
    words: "an HTTP status",
    holds: (value) => Number.isInteger(value) && Number(value) >= 200 && Number(value) < 600,
  },
  headers: {
    words: 'an object of texts and { "dateInMs": N }',
    holds: (value) => isJsonObject(value) && Object.values(value).every((inner) => text.holds(inner) || isDate(inner)),
  },
  encoding: oneOf("gzip", "br"),
  body: anything,
  fault: object,
  conversation: text,
  prefix: oneOf("may-break"),
};

const MADE_ANSWER: Kinds<MadeAnswer> = {
  make: { words: "a function", holds: (value) => typeof value === "function" },
  match: ANSWER.match,
  repeat: ANSWER.repeat,
};

const MATCH: Kinds<Match> = {
  lastContains: text,
  contains: text,
  model: text,
  tools: flag,
  wire: oneOf("chat-completions", "openai-responses", "ollama", "anthropic"),
  when: { words: "a function", holds: (value) => typeof value === "function" },
};

const CALL: Kinds<Call> = {
  name: text,
  arguments: either(object, text),
  id: either(text, nothing),
  extraContent: object,
};

const USAGE: Kinds<Usage> = {
  inputTokens: amount,
  outputTokens: amount,
  cachedTokens: amount,
  cacheWriteTokens: amount,
};

const PLACES = ["before-headers", "after-headers", "end-of-body"];

const OUTAGE: Kinds<Outage> = { end: oneOf("refuse"), forMs: amount };

const BAD_END: Kinds<BadEnd> = {
  end: oneOf("reset", "close", "cut", "stall", "keep-alives", "garble", "error", "refuse"),
  at: {
    words: `${oneOf(...PLACES).words} or { "byte": N } or { "character": N }`,
    holds: (value) =>
      typeof value === "string"
        ? PLACES.includes(value)
        : isJsonObject(value) && Object.keys(value).length === 1 && amount.holds(value.byte ?? value.character),
  },
  afterMs: amount,
  everyMs: amount,
  error: anything,
};

/** What can only be sent in a body. */
const IN_BODY = ["keep-alives", "error"];

/** A part holds exactly one of these; one with reasoning may have a signature besides. */
const PART: Readonly<Record<string, Kind>> = {
  text: either(text, texts),
  reasoning: either(text, texts),
  redacted: text,
  reasoningDetails: objects,
  call: object,
  waitMs: amount,
  keepAlive: object,
  event: anything,
  raw: text,
};

/**
 * Checks that a value is a scenario. Throws {@link TestkitError} `invalid_scenario` that names the place of the first
 * fault. A key nobody reads is one, since it is most often a misspelt one; `$schema` at the top is let pass.
 */
export function checkScenario(value: unknown): asserts value is Scenario {
  if (!isJsonObject(value)) throw invalid("scenario", "it must be an object with `answers`");
  checkKeys(value, { ...SCENARIO, $schema: text }, "scenario");
  if (!Array.isArray(value.answers)) throw invalid("scenario.answers", "it must be a list");
  if (isJsonObject(value.server)) {
    checkKeys(value.server, PERSONA, "server");
    eachObject(value.server.models, "server.models", (model, path) => {
      checkKeys(model, MODEL, path);
      mustHave(model, ["name"], path);
      if (isJsonObject(model.weights)) {
        checkKeys(model.weights, WEIGHTS, `${path}.weights`);
        mustHave(model.weights, REQUIRED_WEIGHTS, `${path}.weights`);
      }
      if (isJsonObject(model.prices)) {
        checkKeys(model.prices, PRICES, `${path}.prices`);
        mustHave(model.prices, Object.keys(PRICES), `${path}.prices`);
      }
    });
  }
  eachObject(value.answers, "answers", checkAnswer);
}

function checkAnswer(answer: JsonObject, path: string): void {
  checkKeys(answer, "make" in answer ? MADE_ANSWER : ANSWER, path);
  if (
    answer.parts !== undefined &&
    (answer.text ?? answer.reasoning ?? answer.reasoningDetails ?? answer.calls) !== undefined
  ) {
    throw invalid(
      `${path}.parts`,
      "it stands in place of text, reasoning, reasoningDetails and calls, not beside them",
    );
  }
  if (isJsonObject(answer.match)) checkKeys(answer.match, MATCH, `${path}.match`);
  if (isJsonObject(answer.usage)) checkKeys(answer.usage, USAGE, `${path}.usage`);
  if (isJsonObject(answer.speed)) {
    checkKeys(answer.speed, SPEED, `${path}.speed`);
    mustHave(answer.speed, Object.keys(SPEED), `${path}.speed`);
  }
  if (isJsonObject(answer.fault)) checkFault(answer.fault, answer, `${path}.fault`);
  eachObject(answer.calls, `${path}.calls`, checkCall);
  eachObject(answer.parts, `${path}.parts`, (part, at) => {
    checkKeys(part, part.reasoning === undefined ? PART : { ...PART, signature: either(text, nothing) }, at);
    if (Object.keys(part).filter((key) => key !== "signature").length !== 1)
      throw invalid(at, `a part is one of ${Object.keys(PART).join(", ")}`);
    if (isJsonObject(part.call)) checkCall(part.call, `${at}.call`);
    if (isJsonObject(part.keepAlive))
      checkKeys(part.keepAlive, { count: positive, everyMs: amount }, `${at}.keepAlive`);
  });
}

function checkFault(fault: JsonObject, answer: JsonObject, path: string): void {
  const isOutage = fault.end === "refuse";
  checkKeys(fault, isOutage ? OUTAGE : BAD_END, path);
  mustHave(fault, isOutage ? ["forMs"] : ["end", "at"], path);
  if (isOutage && Object.keys(answer).some((key) => key !== "fault" && key !== "repeat")) {
    throw invalid(path, "an answer that refuses the connection holds nothing else");
  }
  if (fault.at === "before-headers" && IN_BODY.includes(String(fault.end))) {
    throw invalid(`${path}.at`, `${String(fault.end)} can only be sent behind the headers`);
  }
}

function checkCall(call: JsonObject, path: string): void {
  checkKeys(call, CALL, path);
  mustHave(call, ["name", "arguments"], path);
}

function mustHave(value: JsonObject, keys: readonly string[], path: string): void {
  for (const key of keys) {
    if (value[key] === undefined) throw invalid(`${path}.${key}`, "it is missing");
  }
}

function eachObject(values: unknown, path: string, check: (value: JsonObject, path: string) => void): void {
  if (!Array.isArray(values)) return;
  values.forEach((value: unknown, index) => {
    // An answer made by a function is checked by the compiler alone.
    if (typeof value === "function") return;
    if (!isJsonObject(value)) throw invalid(`${path}[${index}]`, "it must be an object");
    check(value, `${path}[${index}]`);
  });
}

function checkKeys(value: JsonObject, kinds: Readonly<Record<string, Kind>>, path: string): void {
  for (const [key, inner] of Object.entries(value)) {
    const kind = Object.hasOwn(kinds, key) ? kinds[key] : undefined;
    const at = `${path}.${key}`;
    if (kind === undefined) throw invalid(at, `there is no such key; there are ${Object.keys(kinds).join(", ")}`);
    if (inner !== undefined && !kind.holds(inner)) throw invalid(at, `it must be ${kind.words}`);
  }
}

function invalid(path: string, message: string): TestkitError {
  return new TestkitError("invalid_scenario", `${path}: ${message}.`);
}

function isDate(value: unknown): boolean {
  return isJsonObject(value) && Object.keys(value).length === 1 && typeof value.dateInMs === "number";
}
