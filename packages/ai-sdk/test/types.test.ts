import type { LanguageModelV3Content, LanguageModelV3Middleware, LanguageModelV3StreamPart } from "@ai-sdk/provider";
import type { LanguageModelV4Content, LanguageModelV4StreamPart } from "@ai-sdk/provider-4";
import type { LanguageModelMiddleware as Middleware6 } from "ai";
import type { LanguageModelMiddleware as Middleware7 } from "ai-7";
import { describe, expectTypeOf, it } from "vitest";
import type { MillraceMiddleware } from "../src/index.js";
import type { MadeCall, MadePart } from "../src/specification.js";

/** What a provider says of a text is passed on untouched; the versions type its JSON differently. */
type WithoutMetadata<Part> = Part extends unknown ? Omit<Part, "providerMetadata"> : never;

describe("the types", () => {
  it("let one middleware into both lines of the SDK", () => {
    expectTypeOf<MillraceMiddleware>().toExtend<Middleware6>();
    expectTypeOf<MillraceMiddleware>().toExtend<LanguageModelV3Middleware>();
    expectTypeOf<MillraceMiddleware>().toExtend<Middleware7>();
  });

  it("make parts of a stream that both versions know", () => {
    expectTypeOf<WithoutMetadata<MadePart>>().toExtend<LanguageModelV3StreamPart>();
    expectTypeOf<WithoutMetadata<MadePart>>().toExtend<LanguageModelV4StreamPart>();
  });

  it("make calls that both versions know, with what is noted on them", () => {
    expectTypeOf<MadeCall>().toExtend<LanguageModelV3StreamPart & LanguageModelV3Content>();
    expectTypeOf<MadeCall>().toExtend<LanguageModelV4StreamPart & LanguageModelV4Content>();
  });
});
