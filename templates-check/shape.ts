import type { ModelProfile } from "@millrace/agent";

/** What of a profile decides how requests look. */
export interface Shape {
  protocol: "native" | "text";
  systemText: "system" | "first-user";
  callsAMessage: "several" | "one";
  reasoning: "echo" | "drop";
}

/** The shape that a profile asks for; what it does not say is as the agent has it. */
export function shapeOf({ protocol, systemText, parallel, reasoning }: Partial<ModelProfile>): Shape {
  return {
    protocol: protocol?.value ?? "native",
    systemText: systemText?.value ?? "system",
    callsAMessage: parallel?.value === false ? "one" : "several",
    reasoning: reasoning?.back === "echo" ? "echo" : "drop",
  };
}
