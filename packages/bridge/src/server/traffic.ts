/** One request under way. */
export interface Visit {
  /** Aborts when the client hangs up, and when the bridge gives the request up. */
  signal: AbortSignal;
  /** It is over. */
  leave(): void;
}

/** The requests under way, and whether more are let in. */
export class Traffic {
  readonly #underWay = new Set<AbortController>();
  #isClosing = false;

  get open(): number {
    return this.#underWay.size;
  }

  /** Nothing more is let in. */
  get isClosing(): boolean {
    return this.#isClosing;
  }

  /** @param client aborts when the client hangs up */
  enter(client: AbortSignal): Visit {
    const controller = new AbortController();
    const hangUp = () => controller.abort(client.reason);
    if (client.aborted) hangUp();
    else client.addEventListener("abort", hangUp, { once: true });
    this.#underWay.add(controller);
    return {
      signal: controller.signal,
      leave: () => {
        client.removeEventListener("abort", hangUp);
        this.#underWay.delete(controller);
      },
    };
  }

  close(): void {
    this.#isClosing = true;
  }

  /** Gives up whatever is under way. */
  end(reason: Error): void {
    for (const controller of [...this.#underWay]) controller.abort(reason);
  }
}
