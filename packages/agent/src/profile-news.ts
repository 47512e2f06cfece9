import { bytesPerTokenOf } from "./bytes-per-token.js";
import type { ProtocolWay } from "./choose-protocol.js";
import type { Clock } from "./clock.js";
import type { TokenEstimator } from "./context/estimate.js";
import type { EventStream } from "./event-stream.js";
import { NOTABLE_DRIFT } from "./limits.js";
import type { Known, ModelProfile } from "./model-profile.js";

/** Tells what a session learnt of its model that is worth remembering for the next, in `profile-learned`. */
export class ProfileNews {
  readonly #profile: ModelProfile;
  readonly #events: EventStream;
  readonly #clock: Clock;

  /** `profile`: what was known before. */
  constructor(profile: ModelProfile, events: EventStream, clock: Clock) {
    this.#profile = profile;
    this.#events = events;
    this.#clock = clock;
  }

  /** Tools are offered in the first of these ways from now on, the others come behind it. */
  wayChanged([{ protocol, dialect }, ...others]: readonly [ProtocolWay, ...ProtocolWay[]], why: string): void {
    const otherDialects = this.#measured(others.map((way) => way.dialect));
    this.#tell({ protocol: this.#measured(protocol, why), dialect: this.#measured(dialect), otherDialects }, why);
  }

  /** The server read only so many tokens of a longer prompt. */
  promptCut(read: number): void {
    const patch = { window: this.#measured(read), cutsSilently: this.#measured(true) };
    this.#tell(patch, "the server cut a prompt without a word");
  }

  /** What a token came to, where the next session would be wrong by more than a little without it. */
  tokensCounted({ bytesPerToken, reports }: TokenEstimator): void {
    if (reports === 0 || Math.abs(bytesPerToken / bytesPerTokenOf(this.#profile) - 1) < NOTABLE_DRIFT) return;
    const patch = { bytesPerToken: this.#measured(Number(bytesPerToken.toFixed(2))) };
    this.#tell(patch, "the server counted its prompts' tokens");
  }

  #tell(patch: Partial<ModelProfile>, why: string): void {
    this.#events.emit({ type: "profile-learned", patch, why });
  }

  #measured<T>(value: T, why?: string): Known<T> {
    const at = new Date(this.#clock.now()).toISOString();
    return { value, from: "measured", at, ...(why === undefined ? {} : { why }) };
  }
}
