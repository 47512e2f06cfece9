import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  describeFaults,
  inlineReferences,
  parseAssistantMessage,
  renderTools,
  validateInput,
} from "../../src/index.js";

describe("a schema with references", () => {
  it("has what is named in the place of the name, with the words beside it", () => {
    expect(
      inlineReferences({
        type: "object",
        properties: {
          at: { $ref: "#/$defs/Point", description: "Where." },
          more: { items: { $ref: "#/$defs/Point" } },
        },
        $defs: { Point: { type: "object", description: "A point.", properties: { x: { type: "number" } } } },
      }),
    ).toEqual({
      type: "object",
      properties: {
        at: { type: "object", description: "Where.", properties: { x: { type: "number" } } },
        more: { items: { type: "object", description: "A point.", properties: { x: { type: "number" } } } },
      },
    });
  });

  it("finds names with characters that a pointer escapes", () => {
    const named = (reference: string) =>
      inlineReferences({ $ref: reference, "a/b": { "c~d": { "e f%": { type: "null" } } } });
    expect(named("#/a~1b/c~0d/e%20f%25").type).toBe("null");
    expect(named("#/a~1b/c~0d/e f%").type).toBe("null");
  });

  it("keeps the type alone where a schema holds itself", () => {
    const tree = { type: "object", properties: { children: { type: "array", items: { $ref: "#" } } } };
    expect(inlineReferences(tree)).toEqual({
      type: "object",
      properties: {
        children: {
          type: "array",
          items: { type: "object", properties: { children: { type: "array", items: { type: "object" } } } },
        },
      },
    });
    expect(
      inlineReferences({ $ref: "#/$defs/A", $defs: { A: { $ref: "#/$defs/B" }, B: { $ref: "#/$defs/A" } } }),
    ).toEqual({});
  });

  it("knows nothing of what it cannot find, of true and of false", () => {
    const schema = { properties: { a: true, b: false, c: { $ref: "other.json#/x" }, d: { $ref: "#/nowhere" }, e: 7 } };
    expect(inlineReferences(schema)).toEqual({ properties: { a: {}, b: {}, c: {}, d: {}, e: {} } });
    expect(inlineReferences({ type: "object", additionalProperties: false })).toEqual({
      type: "object",
      additionalProperties: false,
    });
  });

  it("is read by readers, lessons and the validator, which know no references", () => {
    const parameters = inlineReferences({
      type: "object",
      properties: { at: { $ref: "#/$defs/Point" } },
      required: ["at"],
      $defs: { Point: { type: "object", properties: { x: { type: "number" } }, required: ["x"] } },
    });
    const tool = { name: "go", description: "Goes.", parameters };
    expect(renderTools([tool], "cline", "minimal")).toContain("go(at: {x: number})");
    const { blocks } = parseAssistantMessage('<go><at>{"x": "7"}</at></go>', { tools: [tool], reason: "stop" });
    expect(blocks).toMatchObject([{ input: { at: { x: 7 } } }]);
    expect(describeFaults(tool, validateInput(tool, { at: {} }))).toContain("`at.x` is missing");
  });

  it("is made of anything without throwing, however often one names another", () => {
    fc.assert(
      fc.property(fc.anything(), (anything) => {
        expect(typeof inlineReferences(anything)).toBe("object");
      }),
    );
    // Each names the next one twice: written out these were 2^60 schemas.
    const $defs = Object.fromEntries(
      Array.from({ length: 60 }, (_, n) => [
        `d${n}`,
        { properties: { a: { $ref: `#/$defs/d${n + 1}` }, b: { $ref: `#/$defs/d${n + 1}` } } },
      ]),
    );
    const plain = inlineReferences({ $ref: "#/$defs/d0", $defs });
    expect(plain.properties?.a).toHaveProperty("properties.a.properties");
    expect(JSON.stringify(plain).length).toBeLessThan(2_000_000);
  });
});
