/** The same handler, whose errors become warnings of the process: a log that fails must not fail what it logs. */
export function warnOnThrow<Value>(handler: (value: Value) => void): (value: Value) => void {
  return (value) => {
    try {
      handler(value);
    } catch (error) {
      process.emitWarning(error instanceof Error ? error : new Error(String(error)));
    }
  };
}
