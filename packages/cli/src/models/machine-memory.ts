import { execFile } from "node:child_process";
import { freemem, totalmem } from "node:os";

/** What a model can be loaded into, bytes. */
export interface MachineMemory {
  total: number;
  /** Absent where the system does not tell it. */
  free?: number;
  /** Of all graphics processors together, where they have memory of their own. */
  gpu?: { total: number; free: number };
}

const MEBIBYTE = 1024 * 1024;
/** A driver that does not answer is not waited for, milliseconds. */
const DRIVER_MS = 2_000;

/**
 * The memory of this machine. NVIDIA's driver is asked by its own program; on a Mac with Apple's processors the graphics
 * share the memory. What cannot be told is absent. Never rejects.
 */
export async function machineMemory(platform: NodeJS.Platform = process.platform): Promise<MachineMemory> {
  const total = totalmem();
  // macOS counts as free only what nobody ever used: next to nothing, whatever could be had.
  if (platform === "darwin") return { total };
  const gpu = await nvidiaMemory();
  return { total, free: freemem(), ...(gpu && { gpu }) };
}

function nvidiaMemory(): Promise<MachineMemory["gpu"]> {
  const query = ["--query-gpu=memory.total,memory.free", "--format=csv,noheader,nounits"];
  return new Promise((resolve) => {
    execFile("nvidia-smi", query, { timeout: DRIVER_MS }, (error, output) => {
      resolve(error ? undefined : readNvidiaMemory(output));
    });
  });
}

/**
 * Reads a line `total, free` in MiB for each processor; undefined where a line is anything else. Source: `nvidia-smi --help-query-gpu`.
 *
 * @example readNvidiaMemory("24564, 23010\n") // { total: 25757220864, free: 24127733760 }
 */
export function readNvidiaMemory(output: string): MachineMemory["gpu"] {
  const lines = output.trim().split("\n");
  const numbers = lines
    .map((line) => /^(\d+)\s*,\s*(\d+)$/.exec(line.trim()))
    .map((found) => found?.slice(1).map(Number));
  let [total, free] = [0, 0];
  for (const pair of numbers) {
    const [all, left] = pair ?? [];
    if (all === undefined || left === undefined) return undefined;
    total += all * MEBIBYTE;
    free += left * MEBIBYTE;
  }
  return { total, free };
}
