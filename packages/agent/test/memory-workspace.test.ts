import { describe, expect, it } from "vitest";
import { memoryWorkspace } from "../src/memory-workspace.js";

describe("a workspace without a disk", () => {
  it.each([
    ["src/a.ts", "src/a.ts", true],
    ["./src//b/../a.ts", "src/a.ts", true],
    ["src\\a.ts", "src/a.ts", true],
    [".", ".", true],
    ["", ".", true],
    ["/workspace", ".", true],
    ["/workspace/x", "x", true],
    ["..a", "..a", true],
    ["..", "/", false],
    ["../other/x", "/other/x", false],
    ["a/../../x", "/x", false],
    ["/workspace-evil/x", "/workspace-evil/x", false],
    ["/etc/hosts", "/etc/hosts", false],
    ["~/.bashrc", "~/.bashrc", false],
    ["D:\\x.txt", "D:/x.txt", false],
    ["\\\\evil.test\\share", "//evil.test/share", false],
  ])("finds %j as %j", async (path, name, inside) => {
    expect(await memoryWorkspace().locate(path)).toMatchObject({ name, inside });
  });
});
