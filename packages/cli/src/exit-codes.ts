/** What the program ends with; scripts hold on to these. The whole table is in docs/CLI.md. */
export const EXIT = {
  done: 0,
  failed: 1,
  usage: 2,
  auth: 10,
  quota: 11,
  rateLimit: 12,
  network: 13,
  contextWindow: 14,
  refused: 15,
  workspace: 20,
  interrupted: 130,
  terminated: 143,
} as const;
