/**
 * How tools reach the model, and calls come back.
 * - `text`: the tools are taught in the prompt, the history is written in the model's dialect, calls are read from its text.
 * - `salvage`: tools and history go natively; calls that the model writes into its text all the same are read, too.
 * - `native`: everything goes through as it is; only timers and retries are added.
 */
export type BridgeMode = "text" | "salvage" | "native";
