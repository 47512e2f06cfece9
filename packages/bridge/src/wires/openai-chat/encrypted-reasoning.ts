/**
 * What is opaque of reasoning, in OpenRouter's form: clients that know it send it back as it came, the others drop it.
 *
 * @param index which of the answer's it is, from 0
 */
export function encryptedReasoning(signature: string, index: number): object {
  return { type: "reasoning.encrypted", data: signature, index };
}
