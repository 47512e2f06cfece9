import type { ClientWire } from "../client-wire.js";

/** The formats that clients may speak. */
export const CLIENT_WIRES: readonly ClientWire[] = [];
