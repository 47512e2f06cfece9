import type { Check } from "./check.js";
import { nativeCall } from "./checks/native-call.js";
import { nativeBody, nativeEdit } from "./checks/native-work.js";
import { parallel } from "./checks/parallel.js";
import { reachable } from "./checks/reachable.js";
import { reasoning } from "./checks/reasoning.js";
import { speed } from "./checks/speed.js";
import { streams } from "./checks/streams.js";
import { text } from "./checks/text.js";
import { tokens } from "./checks/tokens.js";
import { window } from "./checks/window.js";

/** In the order in which they are made, see `CHECK_NAMES`. */
export const CHECKS: readonly Check[] = [
  reachable,
  reasoning,
  nativeCall,
  nativeBody,
  nativeEdit,
  text,
  parallel,
  streams,
  tokens,
  speed,
  window,
];
