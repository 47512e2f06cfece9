import { type Clock, ModelConnection, type Timers } from "@millrace/agent";
import type { ConnectedModel } from "@millrace/models";
import { callFormOf } from "@millrace/protocol";
import type { ClientWire } from "../client-wire.js";
import { CallGrammars } from "./call-grammars.js";
import { type Constraint, constraintOf } from "./constraint.js";
import type { BridgeMode } from "./mode.js";

/** What is asked for, whatever the model. */
export interface ModeChoice {
  /** `auto`: by what is known of the model, and a step down to `text` when its server refuses tools. */
  mode: BridgeMode | "auto";
  /** `auto`: what is known of the model, else cline is taught and all are read. */
  dialect: string;
  /** Where tools are taught, answers are held to the dialect's grammar, if the upstream takes one. */
  constrain?: true;
}

/** One model of the upstream: its connection, and what was found out about it. */
export class UpstreamModel {
  readonly connection: ModelConnection;
  readonly wire: ConnectedModel["wire"];
  readonly #choice: ModeChoice;
  readonly #takesGrammar: boolean;
  #refusesTools = false;
  #refusesGrammar = false;
  #grammars: CallGrammars | undefined;

  constructor(
    { client, wire, profile, grammar }: Pick<ConnectedModel, "client" | "wire" | "profile" | "grammar">,
    choice: ModeChoice,
    options: { timers?: Partial<Timers>; clock?: Clock },
  ) {
    this.connection = new ModelConnection({ model: client, profile, ...options });
    this.wire = wire;
    this.#choice = choice;
    this.#takesGrammar = grammar === "gbnf";
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

  /** Whether its answers are held to a grammar. Undefined: that is not asked for. */
  get constraint(): Constraint | undefined {
    if (!this.#choice.constrain) return undefined;
    const { mode, dialect } = this;
    return constraintOf({ mode, dialect, takesGrammar: this.#takesGrammar, refused: this.#refusesGrammar });
  }

  /** Those of its dialect, where its answers are held to them. */
  get grammars(): CallGrammars | undefined {
    const form = this.constraint?.holds ? callFormOf(this.dialect) : undefined;
    if (form !== undefined) this.#grammars ??= new CallGrammars(form);
    return form && this.#grammars;
  }

  /** The server refuses a grammar: from now on none is sent. */
  stopConstraining(): void {
    this.#refusesGrammar = true;
  }

  /** The server refuses tools: from now on they are taught, where that may be chosen. */
  stepDown(): void {
    this.#refusesTools = true;
  }
}
