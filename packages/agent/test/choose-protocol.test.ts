import { describe, expect, it } from "vitest";
import type { AgentOptions } from "../src/agent-options.js";
import { ProtocolChoice } from "../src/choose-protocol.js";
import type { Known, ModelProfile } from "../src/model-profile.js";
import { profile } from "./conversation.js";

const known = <T>(value: T, from: Known<T>["from"] = "measured"): Known<T> => ({ value, from, at: "" });

/** The ways that are gone through when every call comes out wrong. */
function waysOf(options: Pick<AgentOptions, "protocol" | "dialect">, more: Partial<ModelProfile> = {}): string[] {
  const choice = new ProtocolChoice(options, profile(more));
  const ways = [choice.current];
  while (choice.noteCalls(2, 0) !== undefined) ways.push(choice.current);
  return ways.map(({ protocol, dialect }) => (protocol === "native" ? protocol : dialect));
}

describe("how tools are offered when every call comes out wrong", () => {
  it("goes from native calls to text, and there from one common dialect to the next, where nothing is known", () => {
    expect(waysOf({})).toEqual(["native", "auto", "hermes", "markdown-json"]);
  });

  it("goes on with the dialects that are known of the model, best first, and the default last", () => {
    const dialects = { dialect: known("hermes"), otherDialects: known(["qwen3-coder", "hermes"]) };
    expect(waysOf({}, { ...dialects, protocol: known("text") })).toEqual(["hermes", "qwen3-coder", "auto"]);
    expect(waysOf({}, dialects)).toEqual(["native", "hermes", "qwen3-coder", "auto"]);
  });

  it("leaves alone what the user chose", () => {
    expect(waysOf({ protocol: "native" })).toEqual(["native"]);
    expect(waysOf({ protocol: "text", dialect: "hermes" })).toEqual(["hermes"]);
    expect(waysOf({ dialect: "hermes" })).toEqual(["native", "hermes"]);
    expect(waysOf({}, { protocol: known("native", "user") })).toEqual(["native"]);
    expect(waysOf({}, { protocol: known("text", "user"), dialect: known("hermes", "user") })).toEqual(["hermes"]);
  });

  it("reads all dialects whichever is taught, unless the user chose one", () => {
    expect(new ProtocolChoice({}, profile({ dialect: known("hermes") })).reads).toBe("auto");
    expect(new ProtocolChoice({ dialect: "hermes" }, profile()).reads).toBe("hermes");
    expect(new ProtocolChoice({}, profile({ dialect: known("hermes", "user") })).reads).toBe("hermes");
  });

  it("counts calls in a row: one that came out right begins anew, and each way has its own count", () => {
    const choice = new ProtocolChoice({}, profile());
    expect(choice.noteCalls(1, 0)).toBeUndefined();
    expect(choice.noteCalls(1, 1)).toBeUndefined();
    expect(choice.noteCalls(1, 0)).toBeUndefined();
    expect(choice.noteCalls(1, 0)).toMatchObject({ from: "native", to: "text", dialect: "auto" });
    expect(choice.noteCalls(1, 0)).toBeUndefined();
    expect(choice.noteCalls(1, 0)).toMatchObject({ from: "text", dialectBefore: "auto", dialect: "hermes" });
  });
});
