import { once } from "node:events";
import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { setImmediate as nextTurn, setTimeout as wait } from "node:timers/promises";
import type { BodyWriter } from "./body-writer.js";
import type { Wire } from "./model-request.js";
import type { BadEnd } from "./scenario.js";
import { errorBody } from "./wires/error-body.js";
import type { Asides } from "./wires/frame.js";

/** Between the last byte and a fault. Node's fetch throws away what it has not handed on yet when the socket dies. */
const BEFORE_FAULT_MS = 10;

const KEEP_ALIVE_MS = 100;

/** Neither a status line nor the length of a chunk. */
const NO_HTTP = "\u0016\u0003\u0001 this is not HTTP\r\n\r\n";

/** What an answer is made with. */
interface Sending {
  body: BodyWriter;
  asides: Asides;
  wire: Wire;
}

/**
 * Ends an answer in the way that the fault wants, once the reader had its time to take what came. A silence has no end of
 * its own: then it rejects when the client hangs up or the server closes, whenever that is.
 */
export async function endBadly(
  fault: BadEnd,
  response: ServerResponse,
  { body, asides, wire }: Sending,
  signal: AbortSignal,
): Promise<"fault"> {
  const { socket } = response;
  await wait(fault.afterMs ?? BEFORE_FAULT_MS, undefined, { signal });
  // A client in this process may not have read once since, however long that was: timers come before sockets.
  await nextTurn(undefined, { signal });
  switch (fault.end) {
    case "stall":
      if (!signal.aborted) await once(signal, "abort");
      throw signal.reason;
    case "keep-alives":
      for (;;) {
        await body.write(asides.keepAlive);
        await wait(fault.everyMs ?? KEEP_ALIVE_MS, undefined, { signal });
      }
    case "reset":
      reset(socket);
      break;
    case "close":
      socket?.destroy();
      break;
    case "garble":
      socket?.end(NO_HTTP);
      break;
    case "error":
      await body.write(asides.event(fault.error ?? overloaded(wire)));
      await body.end();
      break;
    case "cut":
      if (response.headersSent) await body.end();
      else socket?.destroy();
  }
  return "fault";
}

function overloaded(wire: Wire): object {
  const body = errorBody(wire, { message: "Overloaded", type: "overloaded_error" });
  // Here every event has a type.
  return wire === "openai-responses" ? { type: "error", ...body } : body;
}

/**
 * Closes with a TCP reset. `resetAndDestroy` would first send an orderly end, and clients see whichever they read first;
 * this is the mark by which it tells `destroy` to reset.
 */
function reset(socket: Socket | null): void {
  if (socket !== null) Object.assign(socket, { resetAndClosing: true }).destroy();
}
