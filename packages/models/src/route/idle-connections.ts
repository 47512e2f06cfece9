import type { Agent } from "node:http";
import { MAX_IDLE_MS } from "../limits.js";

const idleSince = new WeakMap<object, number>();

/** Notes that a connection has done its work for now. */
export function noteIdle(socket: object): void {
  idleSince.set(socket, Date.now());
}

/**
 * Closes what was idle for too long. By the clock on the wall: timers stand still while a computer sleeps, and a
 * connection that died meanwhile says nothing until the next request waits on it in vain.
 */
export function closeIdle({ freeSockets }: Agent): void {
  const now = Date.now();
  for (const socket of Object.values(freeSockets).flatMap((sockets) => sockets ?? [])) {
    if (Math.abs(now - (idleSince.get(socket) ?? 0)) > MAX_IDLE_MS) socket.destroy();
  }
}
