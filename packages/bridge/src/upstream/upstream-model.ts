import { type Clock, ModelConnection, type Timers } from "@millrace/agent";
import type { ConnectedModel } from "@millrace/models";
import type { ClientWire } from "../client-wire.js";
import type { BridgeMode } from "./mode.js";

/** What is asked for, whatever the model. */
export interface ModeChoice {
  /** `auto`: by what is known of the model, and a step down to `text` when its server refuses tools. */
  mode: BridgeMode | "auto";
  /** `auto`: what is known of the model, else cline is taught and all are read. */
  dialect: string;
}

/** One model of the upstream: its connection, and what was found out about it. */
export class UpstreamModel {
  readonly connection: ModelConnection;
  readonly wire: ConnectedModel["wire"];
  readonly #choice: ModeChoice;
  #refusesTools = false;

  constructor(
    { client, wire, profile }: Pick<ConnectedModel, "client" | "wire" | "profile">,
    choice: ModeChoice,
    options: { timers?: Partial<Timers>; clock?: Clock },
  ) {
    this.connection = new ModelConnection({ model: client, profile, ...options });
    this.wire = wire;
    this.#choice = choice;
  }

  get mode(): BridgeMode {
    if (this.#choice.mode !== "auto") return this.#choice.mode;
    return this.#refusesTools || this.connection.profile.protocol?.value === "text" ? "text" : "salvage";
  }

  /** Whether requests of a wire go up as they came. */
  passes(wire: ClientWire["name"]): boolean {
    return this.mode === "native" && this.wire === wire;
  }

  /** Why it is that mode: a sentence without its full stop. */
  get why(): string {
    if (this.#choice.mode !== "auto") return "it was asked for";
    if (this.#refusesTools) return "its server refused tools";
    const { protocol } = this.connection.profile;
    if (protocol?.value === "text") return protocol.why ?? "its native tool calls are known not to work";
    return protocol === undefined
      ? "nothing is known against its native tool calls"
      : "its native tool calls are known to work";
  }

  get dialect(): string {
    const { dialect } = this.#choice;
    return dialect === "auto" ? (this.connection.profile.dialect?.value ?? "auto") : dialect;
  }

  /** The server refuses tools: from now on they are taught, where that may be chosen. */
  stepDown(): void {
    this.#refusesTools = true;
  }
}
