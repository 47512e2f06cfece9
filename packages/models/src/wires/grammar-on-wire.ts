import type { Grammar } from "@millrace/agent";
import type { Provider } from "../provider.js";

/** The field of a body that holds a grammar, in the provider's own form; no field where its server takes none. */
export function grammarOnWire(grammar: Grammar | undefined, { grammarField }: Provider): object {
  const [field, inner] = grammarField?.split(".") ?? [];
  if (grammar === undefined || field === undefined) return {};
  return { [field]: inner === undefined ? grammar.text : { [inner]: grammar.text } };
}
