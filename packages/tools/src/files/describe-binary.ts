/** What a file begins with, and what it then is. Source: the formats' own specifications. */
const SIGNATURES: readonly (readonly [kind: string, signature: string])[] = [
  ["a PNG image", "\x89PNG\r\n\x1a\n"],
  ["a JPEG image", "\xff\xd8\xff"],
  ["a GIF image", "GIF8"],
  ["a PDF document", "%PDF-"],
  ["a zip archive (or a document made of one)", "PK\x03\x04"],
  ["gzip data", "\x1f\x8b"],
  ["xz data", "\xfd7zXZ\0"],
  ["zstd data", "\x28\xb5\x2f\xfd"],
  ["an ELF program or library", "\x7fELF"],
  ["a Mach-O program or library", "\xcf\xfa\xed\xfe"],
  ["a Windows program or library", "MZ"],
  ["a WebAssembly module", "\0asm"],
  ["a Java class", "\xca\xfe\xba\xbe"],
  ["an SQLite database", "SQLite format 3\0"],
  ["a git index", "DIRC"],
];

/** In words, what a binary file is, by its first bytes. */
export function describeBinary(bytes: Uint8Array): string {
  const head = Buffer.from(bytes.subarray(0, 16)).toString("latin1");
  return SIGNATURES.find(([, signature]) => head.startsWith(signature))?.[0] ?? "binary data";
}
