import { mkdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createWorkspace } from "../src/index.js";
import { refusal, workbench } from "./support/workbench.js";

describe("a workspace", () => {
  test("names what is inside by its path from the root, and what is outside by its absolute path", async () => {
    const { root, workspace } = await workbench();
    expect(await workspace.locate("src/a.ts")).toEqual({
      absolute: join(root, "src/a.ts"),
      name: "src/a.ts",
      inside: true,
    });
    expect(await workspace.locate(".")).toEqual({ absolute: root, name: ".", inside: true });
    expect(await workspace.locate("../x")).toMatchObject({ name: join(root, "../x"), inside: false });
    expect(await workspace.locate("src/../src/a.ts")).toMatchObject({ name: "src/a.ts" });
    expect(await workspace.locate(join(root, "a"))).toMatchObject({ name: "a", inside: true });
  });

  test("does not take a sibling whose name begins alike for its inside", async () => {
    const { root, workspace } = await workbench();
    expect(await workspace.locate(`${root}-evil/x`)).toMatchObject({ inside: false });
    expect(await workspace.locate("..a")).toMatchObject({ inside: true, name: "..a" });
  });

  test("follows links to where they lead, also for a file that does not exist yet", async () => {
    const { root, workspace, file } = await workbench();
    await file("src/a.ts", "");
    await mkdir(join(root, "outside-target"));
    const other = await workbench();
    await symlink(other.root, join(root, "out"));
    await symlink("src", join(root, "cfg"));
    expect(await workspace.locate("out/new.txt")).toMatchObject({
      absolute: join(other.root, "new.txt"),
      inside: false,
    });
    expect(await workspace.locate("cfg/a.ts")).toMatchObject({ name: "src/a.ts", inside: true });
  });

  test("follows a dangling link, a chain of links and one that leads back to itself", async () => {
    const { root, workspace } = await workbench();
    const other = await workbench();
    await symlink(join(other.root, "not/there"), join(root, "dangling"));
    await symlink("dangling", join(root, "chain"));
    await symlink("loop", join(root, "loop"));
    expect(await workspace.locate("chain/x")).toMatchObject({
      absolute: join(other.root, "not/there/x"),
      inside: false,
    });
    expect(await workspace.locate("loop")).toMatchObject({ name: "loop" });
  });

  test("takes ~ and backslashes for parts of a name", async () => {
    const { workspace } = await workbench();
    expect(await workspace.locate("~/.bashrc")).toMatchObject({ name: "~/.bashrc", inside: true });
    expect(await workspace.locate("a\\b")).toMatchObject({ name: "a\\b", inside: true });
  });

  test("refuses a NUL character and an empty path with a sentence", async () => {
    const { workspace } = await workbench();
    expect(await refusal(workspace.locate("a\0b"))).toMatchObject({ code: "invalid_path" });
    expect(await refusal(workspace.locate(""))).toMatchObject({ code: "invalid_path" });
  });

  test("needs a folder that is there", async () => {
    const { root, file } = await workbench();
    await file("a", "");
    expect(await refusal(createWorkspace(join(root, "nope")))).toMatchObject({ code: "not_found" });
    expect(await refusal(createWorkspace(join(root, "a")))).toMatchObject({ code: "not_a_folder" });
  });
});
