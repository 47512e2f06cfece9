import { type Tool, textResult } from "@millrace/agent";

export interface AskFollowupQuestionInput {
  question: string;
  options?: readonly string[];
}

const NOBODY = "Nobody is there to answer. Decide yourself, and say what you assumed.";

/** Asks the user and waits for the answer. */
export function askFollowupQuestionTool(): Tool<AskFollowupQuestionInput> {
  return {
    name: "ask_followup_question",
    description: "Ask the user something you need to know and cannot find out.",
    parameters: {
      type: "object",
      properties: {
        question: { type: "string", "x-body": true },
        options: { type: "array", items: { type: "string" }, "x-spare": true, description: "Answers to choose from" },
        task_progress: { type: "string", "x-ignored": true },
      },
      required: ["question"],
    },
    effects: "none",
    accesses: async () => [],

    async run({ question, options }, context) {
      const answer = await context.ask({ message: question.trim(), ...(options && { choices: options }) });
      return textResult(answer.by === "headless" ? NOBODY : `The user answered: ${answer.words}`);
    },
  };
}
