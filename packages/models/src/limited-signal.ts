/** A signal that comes with the given one, and after so many milliseconds. */
export function limitedSignal(ms: number, signal?: AbortSignal): AbortSignal {
  const limit = AbortSignal.timeout(ms);
  return signal ? AbortSignal.any([signal, limit]) : limit;
}
