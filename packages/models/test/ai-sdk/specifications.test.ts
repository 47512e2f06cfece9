import type {
  LanguageModelV2,
  LanguageModelV2CallOptions,
  LanguageModelV3,
  LanguageModelV3CallOptions,
} from "@ai-sdk/provider";
import type { LanguageModelV4, LanguageModelV4CallOptions } from "@ai-sdk/provider-4";
import { expectTypeOf, test } from "vitest";
import type { BareData, CallOptions, NamedData } from "../../src/ai-sdk/language-model.js";
import type { AiSdkModel } from "../../src/index.js";

// Read by the type check: vitest runs nothing of it.
test("models of the specifications v2, v3 and v4 are taken as they are, and understand what they are asked", () => {
  expectTypeOf<LanguageModelV2>().toExtend<AiSdkModel>();
  expectTypeOf<LanguageModelV3>().toExtend<AiSdkModel>();
  expectTypeOf<LanguageModelV4>().toExtend<AiSdkModel>();
  expectTypeOf<CallOptions<BareData>>().toExtend<LanguageModelV2CallOptions>();
  expectTypeOf<CallOptions<BareData>>().toExtend<LanguageModelV3CallOptions>();
  expectTypeOf<CallOptions<NamedData>>().toExtend<LanguageModelV4CallOptions>();
});
