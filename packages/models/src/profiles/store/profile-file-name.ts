import { createHash } from "node:crypto";
import type { ProfilePlace } from "./profile-text.js";

/** Of the readable part of a name, characters: with the rest it stays far below what file systems take. */
const READABLE = 80;
const HASH_CHARS = 8;

/**
 * The name of a model's file: what people recognise, and a hash that tells apart what looks alike. Letters, digits, `.`
 * and `-` only, so it is one on every system.
 *
 * @example
 * profileFileName({ server: "http://127.0.0.1:11434", model: "qwen3:8b" }); // "127.0.0.1-11434-qwen3-8b-5b1c6d0e.json"
 */
export function profileFileName({ server, model }: ProfilePlace): string {
  const readable = `${server.replace(/^[a-z]+:\/\//i, "")}-${model}`
    .toLowerCase()
    .replace(/[^a-z0-9.]+/g, "-")
    .replace(/^[-.]+/, "")
    .slice(0, READABLE)
    .replace(/[-.]+$/, "");
  const hash = createHash("sha256")
    .update(JSON.stringify([server, model]))
    .digest("hex")
    .slice(0, HASH_CHARS);
  return `${readable === "" ? "model" : readable}-${hash}.json`;
}
