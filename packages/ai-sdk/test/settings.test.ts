import { InvalidOptionError } from "@millrace/protocol";
import { describe, expect, it } from "vitest";
import { millrace } from "../src/index.js";
import { sent } from "./support/scripted.js";

describe("a wrong option", () => {
  it.each([
    [{ dialect: "hermez" }, "dialect", 'millrace() cannot be "hermez". Did you mean "hermes"?'],
    [{ mode: "native" }, "mode", "It may be text, salvage."],
    [{ tier: 3 }, "tier", "It may be full, compact, minimal."],
    [{ start: "x" }, "start", "It may be in-reasoning."],
    [{ dialct: "hermes" }, "dialct", 'millrace() has no option "dialct". It has dialect, mode, tier, start.'],
  ])("%j is refused when the middleware is made, by its name", (options, option, message) => {
    const make = () => Reflect.apply(millrace, undefined, [options]);
    expect(make).toThrow(InvalidOptionError);
    expect(make).toThrow(expect.objectContaining({ option, message: expect.stringContaining(message) }));
  });

  it("of one call fails that call, and says where it stands", async () => {
    const asked = sent({ params: { providerOptions: { millrace: { tier: "tiny" } } } });
    await expect(asked).rejects.toThrow('`tier` of providerOptions.millrace cannot be "tiny".');
  });
});
