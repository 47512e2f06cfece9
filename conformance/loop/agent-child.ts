import { createModelClient } from "@millrace/models";
import type { ProcessJob, ProcessNews } from "./agent-process.js";
import { fastClock } from "./fast-clock.js";
import { watchRun } from "./watch-run.js";

// The process of agent-process.ts: one job a message. Without its parent it has nothing to live for.
process.on("disconnect", () => process.exit());
process.on("message", (job: ProcessJob) => {
  run(job).then(
    (run) => tell({ run }),
    (error: unknown) => tell({ failure: String(error) }),
  );
});

function tell(news: ProcessNews): void {
  process.send?.(news);
}

function run({ model, apiKey, baseUrl, factor, ...job }: ProcessJob) {
  const { client } = createModelClient({ model, baseUrl, env: {}, ...(apiKey !== undefined && { apiKey }) });
  return watchRun({ ...job, client, clock: fastClock(factor), onEvent: (event) => tell({ event }) });
}
