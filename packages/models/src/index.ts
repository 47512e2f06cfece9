export type { AiSdkModel } from "./ai-sdk/language-model.js";
export { type AiSdkModelName, readAiSdkName } from "./ai-sdk/model-name.js";
export { type AiSdkClientOptions, createAiSdkClient } from "./ai-sdk-model.js";
export { type ConnectedModel, createModelClient } from "./create-model-client.js";
export { CHECK_NAMES, type CheckName } from "./doctor/check-names.js";
export type {
  Change,
  Examination,
  ExaminationStep,
  Facts,
  Finding,
  Recommendation,
  Stop,
  Verdict,
} from "./doctor/examination.js";
export { type ExaminationOptions, examineModel } from "./doctor/examine-model.js";
export { classifyError, type FailureContext } from "./error-facts/classify-error.js";
export type { Failure } from "./error-facts/failure.js";
export { failureOf } from "./error-facts/failure-of.js";
export { listServerModels, type ServerChoice, type ServerModel } from "./list-server-models.js";
export { findLocalServers, type LocalServer } from "./local-servers.js";
export { type ModelChoice, type ModelTarget, resolveModel } from "./model-target.js";
export { openUpstream, type Upstream, type UpstreamChoice } from "./open-upstream.js";
export { type AskedModel, probeModel } from "./probe-model.js";
export { MODEL_FAMILIES } from "./profiles/families.js";
export { familyProfile } from "./profiles/family-profile.js";
export { findFamily } from "./profiles/find-family.js";
export {
  type ModelFamily,
  NATIVE_TOOLS_FAULTS,
  type NativeToolsFault,
  SECOND_CALL_FAULTS,
  type SecondCallFault,
  SYSTEM_MESSAGE_FAULTS,
  type SystemMessageFault,
} from "./profiles/model-family.js";
export { type ProfileNow, profileNow, type SaidProfile } from "./profiles/profile-now.js";
export {
  createProfileStore,
  type ProfileStore,
  type StoredProfile,
  type WrittenProfile,
} from "./profiles/profile-store.js";
export { ProfileStoreError } from "./profiles/profile-store-error.js";
export type { ModelFacts } from "./profiles/server-facts/model-facts.js";
export type { SaidPart, ServerSaid } from "./profiles/server-said.js";
export type { ProfilePlace } from "./profiles/store/profile-text.js";
export { profileValueWords } from "./profiles/value-words.js";
export type { Provider, WireName } from "./provider.js";
export { PROVIDERS, providerNamed } from "./providers.js";
export { sameModel } from "./same-model.js";
export { AnthropicMessagesDecoder } from "./wires/anthropic-messages/stream.js";
export { OllamaChatDecoder } from "./wires/ollama-chat/stream.js";
export { OpenAiChatDecoder } from "./wires/openai-chat/stream.js";
export { OpenAiResponsesDecoder } from "./wires/openai-responses/stream.js";
export { openSignature, signatureOrigin } from "./wires/signature.js";
export type { StreamDecoder, StreamFailure } from "./wires/stream-decoder.js";
