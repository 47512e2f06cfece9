import { type Tool, textResult } from "@millrace/agent";

export interface AttemptCompletionInput {
  result: string;
}

/**
 * Ends the run with a result. For text protocols only: models that were trained on them end so. A native turn without a
 * call is an answer and ends the run anyway.
 */
export function attemptCompletionTool(): Tool<AttemptCompletionInput> {
  return {
    name: "attempt_completion",
    description: "End the task when it is done, and say what was done.",
    parameters: {
      type: "object",
      properties: {
        result: { type: "string", "x-body": true, description: "What was done, for the user" },
        command: { type: "string", "x-ignored": true },
        task_progress: { type: "string", "x-ignored": true },
      },
      required: ["result"],
    },
    effects: "none",
    ends: "run",
    accesses: async () => [],
    run: async ({ result }) => textResult(result.trim()),
  };
}
