import OpenAI from "openai";
import type { Response, ResponseInput, Tool } from "openai/resources/responses/responses";
import { asked } from "./asked.js";
import { runTool, TOOLS } from "./tools.js";

// The task, by responses of the openai package: streamed, or whole. The history is kept here, none on the server.
const client = new OpenAI({ baseURL: `${asked.url}/v1`, apiKey: "any", maxRetries: 0 });
const tools = TOOLS.map(
  ({ name, description, parameters }): Tool => ({
    type: "function",
    name,
    description,
    parameters: { ...parameters },
    strict: false,
  }),
);
const input: ResponseInput = [{ role: "user", content: asked.prompt }];

async function next(): Promise<Response> {
  const request = { model: asked.model, instructions: "You are a careful miller.", input, tools, store: false };
  if (!asked.stream) return client.responses.create(request);
  return client.responses.stream(request).finalResponse();
}

let response = await next();
let calls = callsIn(response);
while (calls.length > 0) {
  input.push(...response.output.filter((item) => item.type === "message" || item.type === "function_call"));
  for (const { name, arguments: json, call_id } of calls) {
    input.push({ type: "function_call_output", call_id, output: runTool(name, json) });
  }
  response = await next();
  calls = callsIn(response);
}
console.log(response.output_text);

function callsIn({ output }: Response) {
  return output.filter((item) => item.type === "function_call");
}
