import { MAX_RECORDED_CHARS } from "../limits.js";

/**
 * The same response, whose body is also collected as it goes to the client; `told` gets it as text when it is over, or
 * given up. What is longer than {@link MAX_RECORDED_CHARS} is cut there. The body is still only read as fast as the
 * client takes it.
 */
export function recordAnswer(response: Response, told: (answer: string) => void): Response {
  const { body, status, headers } = response;
  if (body === null) {
    told("");
    return response;
  }
  const reader = body.getReader();
  const decoder = new TextDecoder();
  const pieces: string[] = [];
  let length = 0;
  const add = (text: string) => {
    const kept = text.slice(0, MAX_RECORDED_CHARS - length);
    length += kept.length;
    if (kept !== "") pieces.push(kept);
  };
  const end = () => told(pieces.join(""));
  const recorded = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await reader.read();
        if (done) {
          controller.close();
          end();
          return;
        }
        add(decoder.decode(value, { stream: true }));
        controller.enqueue(value);
      },
      async cancel(reason) {
        end();
        await reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
  return new Response(recorded, { status, headers });
}
