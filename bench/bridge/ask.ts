import { Agent, request } from "node:http";
import type { Order } from "./order.js";

const agent = new Agent({ keepAlive: true, maxSockets: 1_000 });

const TOOLS = [
  {
    type: "function",
    function: {
      name: "write_file",
      description: "Writes a file.",
      parameters: {
        type: "object",
        properties: { path: { type: "string" }, content: { type: "string" } },
        required: ["path", "content"],
      },
    },
  },
];

/** Bytes of one answer, as they come. Rejects where it does not end as it should. */
export async function ask(url: string, order: Order, onData: (bytes: Buffer) => void): Promise<void> {
  const body = JSON.stringify({
    model: "m",
    stream: true,
    messages: [
      { role: "system", content: "Be brief." },
      { role: "user", content: JSON.stringify(order) },
    ],
    tools: TOOLS,
  });
  const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(body) };
  await new Promise<void>((resolve, reject) => {
    const asked = request(`${url}/v1/chat/completions`, { method: "POST", agent, headers }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`The answer has status ${answer.statusCode}.`));
      answer.on("data", onData);
      answer.once("error", reject);
      answer.once("end", resolve);
    });
    asked.once("error", reject);
    asked.end(body);
  });
}
