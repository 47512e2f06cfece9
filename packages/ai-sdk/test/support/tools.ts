import { jsonSchema, tool } from "ai";

/** Two tools of a file editor; the files are in memory. */
export function fileTools(files: Map<string, string>) {
  return {
    read_file: tool({
      description: "Reads a file.",
      inputSchema: jsonSchema<{ path: string; lines?: number }>({
        type: "object",
        properties: { path: { type: "string" }, lines: { type: "integer", description: "At most so many." } },
        required: ["path"],
      }),
      execute: async ({ path }) => {
        const text = files.get(path);
        if (text === undefined) throw new Error(`There is no ${path}.`);
        return text;
      },
    }),
    write_to_file: tool({
      description: "Writes a file.",
      inputSchema: jsonSchema<{ path: string; content: string; tags?: string[] }>({
        type: "object",
        properties: {
          path: { type: "string" },
          content: { type: "string" },
          tags: { type: "array", items: { type: "string" } },
        },
        required: ["path", "content"],
      }),
      execute: async ({ path, content }) => {
        files.set(path, content);
        return { written: content.length };
      },
    }),
  };
}
