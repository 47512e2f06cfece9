/** What came of an answer's body so far, as the client's library reads it. */
export class Tap {
  #body = "";
  #waiting: { holds: (body: string) => boolean; pass: () => void }[] = [];

  /** A fetch to give to a library. */
  readonly fetch: typeof globalThis.fetch = async (input, init) => {
    const response = await fetch(input, init);
    const decoder = new TextDecoder();
    // It reads on, also while the library does not.
    const readsAhead = { highWaterMark: 1_000 };
    const transform = (bytes: Uint8Array, controller: TransformStreamDefaultController<Uint8Array>) => {
      this.#take(decoder.decode(bytes, { stream: true }));
      controller.enqueue(bytes);
    };
    const tap = new TransformStream<Uint8Array, Uint8Array>({ transform }, readsAhead, readsAhead);
    return new Response(response.body?.pipeThrough(tap) ?? null, response);
  };

  /** Resolves as soon as the body holds this so often. */
  sees(text: string, times: number): Promise<void> {
    const holds = (body: string) => body.split(text).length > times;
    return new Promise((pass) => {
      this.#waiting.push({ holds, pass });
      this.#take("");
    });
  }

  #take(text: string): void {
    this.#body += text;
    const [passing, waiting] = [true, false].map((is) => this.#waiting.filter(({ holds }) => holds(this.#body) === is));
    this.#waiting = waiting ?? [];
    for (const { pass } of passing ?? []) pass();
  }
}
