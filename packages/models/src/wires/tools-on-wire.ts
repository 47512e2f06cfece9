import { wireSchema } from "./wire-schema.js";
import { writtenTools } from "./written-tools.js";

/** Tools as both chat wires write them; made once for each list. */
export const toolsOnWire = writtenTools((tool) => ({
  type: "function",
  function: { name: tool.name, description: tool.description, parameters: wireSchema(tool) },
}));
