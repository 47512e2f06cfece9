import { dialectNames, InvalidOptionError, nearestName, type Tier } from "@millrace/protocol";

/**
 * How tools reach the model.
 *
 * - `text`: they are taught in the prompt, none is sent natively, calls and results of the history are text.
 * - `salvage`: all is sent natively, and calls that come as text all the same are read too.
 */
export type Mode = "text" | "salvage";

/** What may be set, for a middleware or, under `providerOptions.millrace`, for one call of a model. */
export interface MillraceOptions {
  /** The name of a dialect, see `dialectNames` of `@millrace/protocol`. Default `"auto"`: cline is taught, all are read. */
  dialect?: string;
  /** Default `"text"`. */
  mode?: Mode;
  /** How much of the prompt the lesson may take: `full` (default), `compact` or `minimal`. */
  tier?: Tier;
  /** `"in-reasoning"`: answers begin inside of reasoning, as the prompt's template has opened it. */
  start?: "in-reasoning";
}

/** The options with their defaults. */
export type Settings = Required<Omit<MillraceOptions, "start">> & Pick<MillraceOptions, "start">;

/** What each option may be; `dialect` is any of `dialectNames`. */
const VALUES: Readonly<Record<string, readonly string[]>> = {
  dialect: dialectNames,
  mode: ["text", "salvage"],
  tier: ["full", "compact", "minimal"],
  start: ["in-reasoning"],
};

const DEFAULTS: Settings = { dialect: "auto", mode: "text", tier: "full" };

/**
 * `base` with `given` over it.
 *
 * @param given from JavaScript or from JSON, so it may be anything
 * @param place where it was given, for the error: `"millrace()"`
 * @throws InvalidOptionError for an option that there is not, or a value that it cannot have.
 */
export function settingsOf(given: object, place: string, base: Settings = DEFAULTS): Settings {
  for (const [name, value] of Object.entries(given)) {
    if (value !== undefined) check(name, value, place);
  }
  const set = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  return { ...base, ...set };
}

function check(name: string, value: unknown, place: string): void {
  const values = Object.hasOwn(VALUES, name) ? VALUES[name] : undefined;
  if (values === undefined) {
    throw new InvalidOptionError(name, `${place} has no option "${name}". It has ${Object.keys(VALUES).join(", ")}.`);
  }
  if (values.some((one) => one === value)) return;
  const nearest = typeof value === "string" ? nearestName(value, values) : undefined;
  const hint = nearest === undefined ? `It may be ${values.join(", ")}.` : `Did you mean "${nearest}"?`;
  throw new InvalidOptionError(name, `\`${name}\` of ${place} cannot be ${JSON.stringify(value)}. ${hint}`);
}
