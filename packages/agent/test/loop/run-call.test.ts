import { expect, it } from "vitest";
import { parseRule } from "../../src/approvals/rules.js";
import { textResult } from "../../src/tool.js";
import { ScriptedModel, says } from "./scripted-model.js";
import { startTask } from "./start-task.js";
import { recordingTool } from "./test-tools.js";

it("a running tool can ask what it may touch without anybody being asked, by rules and mode", async () => {
  const asked: Record<string, boolean> = {};
  const look = recordingTool("look", "none", (path, { allows }) => {
    for (const target of ["src/a.ts", "secrets/key.txt", ".env", "/etc/passwd"]) {
      asked[target] = allows({ effect: "read", target });
    }
    return textResult(path);
  });
  const model = new ScriptedModel(says("<look><path>.</path></look>"), says("Done."));
  const rules = [parseRule("read(secrets/**)", "deny", "flag")];
  const { task } = startTask({ model, tools: [look], rules });
  await task.run("Look.");
  expect(asked).toEqual({ "src/a.ts": true, "secrets/key.txt": false, ".env": false, "/etc/passwd": false });
});
