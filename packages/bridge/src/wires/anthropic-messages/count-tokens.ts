/** The answer of `POST /v1/messages/count_tokens`. @param tokens of the prompt, whole */
export function countTokensBody(tokens: number): { input_tokens: number } {
  return { input_tokens: tokens };
}
