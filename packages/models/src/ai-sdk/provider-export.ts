import type { JsonRecord } from "../json.js";

/** What a provider of a package is made with. Names as the packages have them. */
export interface ProviderSettings {
  apiKey?: string;
  baseURL?: string;
  /** Of `@ai-sdk/openai-compatible`: asks the server for what a request cost. */
  includeUsage?: true;
}

/** A provider: makes models by name. */
export interface AiSdkProvider {
  languageModel(name: string): unknown;
}

/**
 * Finds the provider among a package's exports, or makes it. The rule:
 *
 * 1. Without settings, a ready provider: an export with a method `languageModel`. First the one named as the package
 *    (`google` of `@ai-sdk/google`), then `default`, then the others by name.
 * 2. With settings, or where none is ready, one that a function `createX` makes of them: first the one named as the
 *    package, then the others by name. What makes no provider is passed over. Where none is ready the function also gets
 *    a `name`, the package's: such a provider has none of its own.
 *
 * Undefined where there is neither. Throws what a function of the package throws, if no other makes one.
 *
 * @param packageName with its scope
 */
export function findProvider(
  exports: JsonRecord,
  packageName: string,
  settings: ProviderSettings,
): AiSdkProvider | undefined {
  const own = packageName.slice(packageName.lastIndexOf("/") + 1);
  const ready = inOrder(exports, (name) => plainName(name) === plainName(own) || name === "default")
    .map(([, value]) => value)
    .filter(isProvider);
  if (Object.keys(settings).length === 0 && ready[0]) return ready[0];
  const given = ready.length === 0 ? { name: own, ...settings } : settings;
  const errors: unknown[] = [];
  for (const [name, create] of inOrder(exports, (name) => plainName(name) === `create${plainName(own)}`)) {
    if (!/^create[A-Z]/.test(name) || typeof create !== "function") continue;
    try {
      const made: unknown = Reflect.apply(create, undefined, [given]);
      if (isProvider(made)) return made;
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw errors[0];
  return undefined;
}

/** The exports by name, those that come first before all others. */
function inOrder(exports: JsonRecord, first: (name: string) => boolean): readonly [string, unknown][] {
  const entries = Object.entries(exports).sort(([a], [b]) => (a < b ? -1 : 1));
  return [...entries.filter(([name]) => first(name)), ...entries.filter(([name]) => !first(name))];
}

/** Names of packages have hyphens where those of exports have capitals. */
function plainName(name: string): string {
  return name.replace(/[^a-z0-9]/gi, "").toLowerCase();
}

function isProvider(value: unknown): value is AiSdkProvider {
  if (typeof value !== "function" && typeof value !== "object") return false;
  return value !== null && typeof Reflect.get(value, "languageModel") === "function";
}
