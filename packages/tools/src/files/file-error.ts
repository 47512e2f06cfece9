import { MillraceError } from "@millrace/protocol";

/** Why a path could not be used. `path_changed`: it leads elsewhere than when the call was approved. */
export type FileErrorCode =
  | "invalid_path"
  | "ignored_path"
  | "not_found"
  | "not_a_file"
  | "not_a_folder"
  | "path_changed"
  | "permission_denied"
  | "disk_full"
  | "binary_file"
  | "empty_file"
  | "invalid_range"
  | "too_large"
  | "io_error";

/** A path that a tool cannot use. The message tells the model what to do instead. */
export class FileError extends MillraceError<FileErrorCode> {
  constructor(code: FileErrorCode, message: string, options?: { cause?: unknown }) {
    super(code, message, options);
    this.name = "FileError";
  }
}

/** Codes of the operating system, and what they mean for whoever wrote the path. Source: errno(3). */
const MEANINGS: Readonly<Record<string, { code: FileErrorCode; says: string }>> = {
  ENOENT: { code: "not_found", says: "does not exist. list_files shows what is there" },
  ENOTDIR: { code: "not_found", says: "does not exist: a part of the path before its end is a file, not a folder" },
  EISDIR: { code: "not_a_file", says: "is a folder. list_files shows what is in it" },
  EACCES: {
    code: "permission_denied",
    says: "may not be accessed: permission denied. The user must change its permissions",
  },
  EPERM: { code: "permission_denied", says: "may not be changed: the system does not permit it" },
  EROFS: { code: "permission_denied", says: "lies on a read-only disk. Nothing can be written there" },
  ENOSPC: { code: "disk_full", says: "could not be written: the disk is full. The user must free some space" },
  EDQUOT: { code: "disk_full", says: "could not be written: the disk quota is used up. The user must free some space" },
  ELOOP: { code: "invalid_path", says: "is a symlink that leads back to itself" },
  ENAMETOOLONG: { code: "invalid_path", says: "is longer than a path may be" },
};

/** The FileError for what the file system threw about the file called `name`. A FileError stays as it is. */
export function explainFileSystemError(error: unknown, name: string): FileError {
  if (error instanceof FileError) return error;
  const systemCode = error instanceof Error && "code" in error ? String(error.code) : "";
  const meaning = MEANINGS[systemCode];
  if (meaning !== undefined) return new FileError(meaning.code, `${name} ${meaning.says}.`, { cause: error });
  const message = error instanceof Error ? error.message : String(error);
  return new FileError("io_error", `${name} could not be accessed: ${message}`, { cause: error });
}
