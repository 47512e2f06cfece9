/** A size on disk or in memory: `5.2 GB`, `640 MB`. A GB is a thousand million bytes, as Ollama counts. */
export function showBytes(bytes: number): string {
  return bytes >= 1e9 ? `${(bytes / 1e9).toFixed(bytes < 1e11 ? 1 : 0)} GB` : `${Math.round(bytes / 1e6)} MB`;
}

/** A window: `4k` for 4,096, `200k` for 200,000, `1M` for 1,048,576. */
export function showTokens(tokens: number): string {
  const thousand = tokens % 1024 === 0 ? 1024 : 1000;
  if (tokens >= thousand * thousand) return `${Number((tokens / thousand / thousand).toFixed(1))}M`;
  return tokens < thousand ? String(tokens) : `${Math.round(tokens / thousand)}k`;
}
