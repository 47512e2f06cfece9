/** A value of a GGUF file's metadata, with its type. */
export type GgufValue =
  | { type: "uint32" | "float32"; value: number }
  | { type: "bool"; value: boolean }
  | { type: "string"; value: string }
  | { type: "strings"; value: readonly string[] }
  | { type: "float32s" | "int32s"; value: readonly number[] };

/** A tensor of 32-bit floats. `shape` begins with the dimension whose elements lie side by side. */
export interface GgufTensor {
  shape: readonly number[];
  data: Float32Array;
}

const ALIGNMENT = 32;
const VERSION = 3;

/** Numbers of the types in the file. */
const TYPES = { uint32: 4, int32: 5, float32: 6, bool: 7, string: 8, array: 9 } as const;
const ITEM_TYPES = { strings: TYPES.string, float32s: TYPES.float32, int32s: TYPES.int32 } as const;
const TENSOR_FLOAT32 = 0;

/**
 * The bytes of a GGUF file, which llama.cpp loads models from.
 *
 * Source: docs/gguf.md of ggml, version 3 of the format.
 */
export function writeGguf(
  metadata: Readonly<Record<string, GgufValue>>,
  tensors: Readonly<Record<string, GgufTensor>>,
): Buffer {
  const entries = Object.entries(tensors);
  let offset = 0;
  const infos = entries.map(([name, { shape, data }]) => {
    const at = offset;
    offset = aligned(offset + data.byteLength);
    return Buffer.concat([text(name), uint32(shape.length), ...shape.map(uint64), uint32(TENSOR_FLOAT32), uint64(at)]);
  });
  const head = Buffer.concat([
    Buffer.from("GGUF"),
    uint32(VERSION),
    uint64(entries.length),
    uint64(Object.keys(metadata).length),
    ...Object.entries(metadata).map(([key, value]) => Buffer.concat([text(key), written(value)])),
    ...infos,
  ]);
  const bodies = entries.map(([, { data }]) => padded(Buffer.from(data.buffer, data.byteOffset, data.byteLength)));
  return Buffer.concat([padded(head), ...bodies]);
}

function written(value: GgufValue): Buffer {
  switch (value.type) {
    case "uint32":
      return Buffer.concat([uint32(TYPES.uint32), uint32(value.value)]);
    case "float32":
      return Buffer.concat([uint32(TYPES.float32), float32(value.value)]);
    case "bool":
      return Buffer.concat([uint32(TYPES.bool), Buffer.from([value.value ? 1 : 0])]);
    case "string":
      return Buffer.concat([uint32(TYPES.string), text(value.value)]);
    case "strings":
      return list(value.type, value.value.map(text));
    case "float32s":
      return list(value.type, value.value.map(float32));
    case "int32s":
      return list(value.type, value.value.map(uint32));
  }
}

function list(type: keyof typeof ITEM_TYPES, items: readonly Buffer[]): Buffer {
  return Buffer.concat([uint32(TYPES.array), uint32(ITEM_TYPES[type]), uint64(items.length), ...items]);
}

function text(value: string): Buffer {
  const bytes = Buffer.from(value);
  return Buffer.concat([uint64(bytes.length), bytes]);
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

function uint64(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(value));
  return bytes;
}

function float32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeFloatLE(value);
  return bytes;
}

function aligned(length: number): number {
  return Math.ceil(length / ALIGNMENT) * ALIGNMENT;
}

function padded(bytes: Buffer): Buffer {
  return Buffer.concat([bytes, Buffer.alloc(aligned(bytes.length) - bytes.length)]);
}
