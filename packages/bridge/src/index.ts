export type { ClientFailure } from "./client-failure.js";
