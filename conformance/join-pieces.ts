/** Pieces of text as the corpus joins them: each trimmed, the empty ones dropped, a line break between. */
export function joinPieces(pieces: readonly string[]): string {
  return pieces
    .map((piece) => piece.trim())
    .filter((piece) => piece !== "")
    .join("\n");
}
