/** A model of a package of the AI SDK, as a user names it. */
export interface AiSdkModelName {
  /** Of the npm package, with its scope. */
  package: string;
  /** As the package knows it. */
  model: string;
}

/** npm's own rule for names, without those that are only history. Source: npm's `validate-npm-package-name`. */
const PACKAGE = /^(?:@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*$/;

/**
 * Reads `@ai-sdk/PACKAGE/MODEL`, or `ai-sdk/PACKAGE/MODEL` for a package by its whole name. A model's own name may hold
 * slashes. Undefined where the name means something else; with an empty `package` or `model` where that part is missing
 * or cannot be.
 *
 * @example
 * readAiSdkName("@ai-sdk/google/gemini-3-pro"); // { package: "@ai-sdk/google", model: "gemini-3-pro" }
 * readAiSdkName("ai-sdk/@openrouter/ai-sdk-provider/qwen/qwen3-coder");
 * // { package: "@openrouter/ai-sdk-provider", model: "qwen/qwen3-coder" }
 */
export function readAiSdkName(name: string): AiSdkModelName | undefined {
  const rest = name.startsWith("ai-sdk/") ? name.slice("ai-sdk/".length) : name;
  if (rest === name && !name.startsWith("@ai-sdk/")) return undefined;
  const parts = rest.split("/");
  const length = rest.startsWith("@") ? 2 : 1;
  const packageName = parts.slice(0, length).join("/");
  return {
    package: PACKAGE.test(packageName) ? packageName : "",
    model: parts.slice(length).join("/").trim(),
  };
}
