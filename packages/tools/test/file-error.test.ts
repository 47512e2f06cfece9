import { describe, expect, test } from "vitest";
import { explainFileSystemError } from "../src/files/file-error.js";

describe("what the file system says", () => {
  test.each([
    ["ENOSPC", "disk_full", "disk is full"],
    ["EDQUOT", "disk_full", "quota"],
    ["EACCES", "permission_denied", "permission denied"],
    ["EROFS", "permission_denied", "read-only"],
    ["ELOOP", "invalid_path", "symlink"],
    ["ENOENT", "not_found", "list_files"],
  ])("%s is told in words that name the file", (systemCode, code, says) => {
    const error = explainFileSystemError(Object.assign(new Error("x"), { code: systemCode }), "src/a.ts");
    expect(error.code).toBe(code);
    expect(error.message).toContain("src/a.ts");
    expect(error.message).toContain(says);
  });

  test("anything else is told in its own words", () => {
    expect(explainFileSystemError(new Error("strange"), "a")).toMatchObject({
      code: "io_error",
      message: expect.stringContaining("strange"),
    });
  });
});
