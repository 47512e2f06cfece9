import type { JsonSchema, ToolDefinition } from "@millrace/protocol";
import { type JsonRecord, textIn } from "../../json.js";

/** A tool that the provider defines and the client executes: a request has only its type, the models know the rest. */
interface ClientTool {
  /** Of `type` in the request; the date at its end is the version. */
  type: RegExp;
  sample: string;
  /** A field of the tool that must be true for this row. */
  needs?: string;
  /** Where the request gives none. */
  name: string;
  description: string;
  parameters: JsonSchema;
}

const TEXT: JsonSchema = { type: "string" };
/** Long text that may hold anything. */
const BODY: JsonSchema = { type: "string", "x-body": true };

const VIEW_RANGE: JsonSchema = {
  type: "array",
  items: { type: "integer" },
  description: "For view: the first and the last line to show, from 1; -1 is the end.",
};
const POINT: JsonSchema = { type: "array", items: { type: "integer" } };

function editor(commands: readonly string[]): Pick<ClientTool, "description" | "parameters"> {
  return {
    description: `Views and edits files. Commands: ${commands.join(", ")}.`,
    parameters: {
      type: "object",
      properties: {
        command: { ...TEXT, enum: commands },
        path: { ...TEXT, description: "Absolute path of a file; for view also of a folder." },
        view_range: VIEW_RANGE,
        file_text: { ...BODY, description: "For create: the whole content of the file." },
        old_str: { ...BODY, description: "For str_replace: the text to replace; it must stand once in the file." },
        new_str: { ...BODY, description: "For str_replace: what stands there then. Absent: nothing." },
        insert_line: {
          type: "integer",
          description: "For insert: the line behind which to insert; 0 is the beginning.",
        },
        insert_text: { ...BODY, description: "For insert: the text." },
      },
      required: ["command", "path"],
    },
  };
}

function computer(actions: readonly string[], more: Readonly<Record<string, JsonSchema>>): ClientTool["parameters"] {
  return {
    type: "object",
    properties: {
      action: { ...TEXT, enum: actions },
      coordinate: { ...POINT, description: "[x, y] in pixels from the top left: where to act, or where a drag ends." },
      text: {
        ...TEXT,
        description: "For type the text; for key and hold_key keys such as ctrl+s; else keys held meanwhile.",
      },
      ...more,
    },
    required: ["action"],
  };
}

const FIRST_ACTIONS = [
  ...["key", "type", "mouse_move", "left_click", "left_click_drag", "right_click", "middle_click", "double_click"],
  ...["screenshot", "cursor_position"],
];
const MORE_ACTIONS = [
  ...FIRST_ACTIONS,
  "left_mouse_down",
  "left_mouse_up",
  "triple_click",
  "scroll",
  "hold_key",
  "wait",
];
const MORE_FIELDS = {
  start_coordinate: { ...POINT, description: "For left_click_drag: [x, y] where it starts." },
  scroll_direction: { ...TEXT, enum: ["up", "down", "left", "right"], description: "For scroll." },
  scroll_amount: { type: "integer", description: "For scroll: clicks of the wheel." },
  duration: { type: "number", description: "For hold_key and wait: seconds." },
} as const satisfies Record<string, JsonSchema>;
const REGION: JsonSchema = { ...POINT, description: "For zoom: [x1, y1, x2, y2], the corners of what to show." };
const COMPUTER = "Controls a computer by mouse and keyboard, and shows its screen.";

/**
 * The first row that fits. Sources: Anthropic's documentation, "Bash tool", "Text editor tool", "Memory tool", "Computer
 * use tool"; the commands of the memory tool in the types of @anthropic-ai/sdk 1.14.0; the schemas of @ai-sdk/anthropic 3.
 * Words are ours.
 */
export const CLIENT_TOOLS: readonly ClientTool[] = [
  {
    type: /^bash_\d/,
    sample: "bash_20250124",
    name: "bash",
    description: "Runs a command in a bash session that stays open between calls.",
    parameters: {
      type: "object",
      properties: {
        command: { ...BODY, description: "The command. Needed unless restart is given." },
        restart: { type: "boolean", description: "true starts the session anew." },
      },
    },
  },
  // Before Claude 4 an edit could be undone.
  {
    type: /^text_editor_(?:20241022|20250124)$/,
    sample: "text_editor_20250124",
    name: "str_replace_editor",
    ...editor(["view", "create", "str_replace", "insert", "undo_edit"]),
  },
  {
    type: /^text_editor_\d/,
    sample: "text_editor_20250728",
    name: "str_replace_based_edit_tool",
    ...editor(["view", "create", "str_replace", "insert"]),
  },
  {
    type: /^memory_\d/,
    sample: "memory_20250818",
    name: "memory",
    description: "Keeps notes between conversations as files in the folder /memories. Look there before you begin.",
    parameters: {
      type: "object",
      properties: {
        command: { ...TEXT, enum: ["view", "create", "str_replace", "insert", "delete", "rename"] },
        path: { ...TEXT, description: "Path below /memories; for all commands but rename." },
        view_range: VIEW_RANGE,
        file_text: { ...BODY, description: "For create: the whole content." },
        old_str: { ...BODY, description: "For str_replace: the text to replace; it must stand once in the file." },
        new_str: { ...BODY, description: "For str_replace: what stands there then." },
        insert_line: {
          type: "integer",
          description: "For insert: the line behind which to insert; 0 is the beginning.",
        },
        insert_text: { ...BODY, description: "For insert: the text." },
        old_path: { ...TEXT, description: "For rename." },
        new_path: { ...TEXT, description: "For rename." },
      },
      required: ["command"],
    },
  },
  {
    type: /^computer_20241022$/,
    sample: "computer_20241022",
    name: "computer",
    description: COMPUTER,
    parameters: computer(FIRST_ACTIONS, {}),
  },
  {
    type: /^computer_\d/,
    sample: "computer_20251124",
    needs: "enable_zoom",
    name: "computer",
    description: COMPUTER,
    parameters: computer([...MORE_ACTIONS, "zoom"], { ...MORE_FIELDS, region: REGION }),
  },
  {
    type: /^computer_\d/,
    sample: "computer_20250124",
    name: "computer",
    description: COMPUTER,
    parameters: computer(MORE_ACTIONS, MORE_FIELDS),
  },
];

/** The definition of a tool that the client executes; undefined where its type is none of these. */
export function clientTool(tool: JsonRecord): ToolDefinition | undefined {
  const type = textIn(tool.type) ?? "";
  const row = CLIENT_TOOLS.find((one) => one.type.test(type) && (one.needs === undefined || tool[one.needs] === true));
  if (row === undefined) return undefined;
  const { display_width_px: width, display_height_px: height } = tool;
  const screen =
    typeof width === "number" && typeof height === "number" ? ` The screen is ${width} x ${height} pixels.` : "";
  return { name: textIn(tool.name) ?? row.name, description: row.description + screen, parameters: row.parameters };
}
