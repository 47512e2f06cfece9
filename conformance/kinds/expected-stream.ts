import type { FinishReason } from "@millrace/protocol";

/** What is to be read from a recorded answer, as the README of the streams says. */
export interface ExpectedStream {
  readonly text: string;
  readonly reasoning?: string;
  readonly refusal?: string;
  readonly calls: readonly ExpectedStreamCall[];
  readonly finish: FinishReason;
  readonly finishAlso?: readonly FinishReason[];
  readonly usage?: Readonly<Record<string, number>>;
  readonly signature?: true;
  readonly error?: { readonly message?: string };
}

interface ExpectedStreamCall {
  readonly id?: string;
  readonly name: string;
  readonly arguments?: unknown;
  readonly argumentsText?: string;
  /** Of a custom tool: a text of any form. */
  readonly input?: string;
}
