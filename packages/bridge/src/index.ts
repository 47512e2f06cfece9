export type { AccessRules, BridgeOptions, ListenOptions, RequestContents } from "./bridge-options.js";
export type { ClientFailure } from "./client-failure.js";
export { CLIENT_SETTINGS, type ClientSettings } from "./client-settings.js";
export { logJson, logText } from "./operations/log-line.js";
export { createBridgeApp } from "./server/create-app.js";
export type { RequestSummary } from "./server/request-summary.js";
export { type Bridge, startBridge } from "./start-bridge.js";
export type { BridgeMode } from "./upstream/mode.js";
export type { ModelState, UpstreamState } from "./upstream/upstream-state.js";
