export type { BridgeOptions, ListenOptions } from "./bridge-options.js";
export type { ClientFailure } from "./client-failure.js";
export { createBridgeApp } from "./server/create-app.js";
export type { RequestSummary } from "./server/request-summary.js";
export { type Bridge, startBridge } from "./start-bridge.js";
export type { BridgeMode } from "./upstream/mode.js";
