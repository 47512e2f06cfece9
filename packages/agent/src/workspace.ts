/** The folder a task works in. Made by whoever starts the agent; `@millrace/tools` has one over the real disk. */
export interface Workspace {
  /** Absolute path, symlinks resolved. */
  readonly root: string;
  /**
   * Where a path that a model wrote leads: relative paths count from the root, symlinks are resolved as far as the path
   * exists. Never throws for a path that is not there.
   */
  locate(path: string): Promise<Location>;
}

export interface Location {
  /** Absolute, symlinks resolved. */
  absolute: string;
  /** As rules and people name it: relative to the root with `/`, or the absolute path where it lies outside. */
  name: string;
  inside: boolean;
}
