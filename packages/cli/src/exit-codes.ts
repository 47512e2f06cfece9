/**
 * What the program itself ends with; scripts hold on to these. A run that ended brings its own code (3, 4, 10 to 15 and
 * some of these). The whole table is in docs/CLI.md.
 */
export const EXIT = {
  done: 0,
  failed: 1,
  usage: 2,
  workspace: 20,
  interrupted: 130,
  terminated: 143,
} as const;
