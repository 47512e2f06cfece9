export { type CodingToolsOptions, codingTools, codingToolsByForm } from "./coding-tools.js";
export { EditError, type EditErrorCode } from "./edits/edit-error.js";
export { FileError, type FileErrorCode } from "./files/file-error.js";
export { type ProjectContextOptions, projectContext } from "./project/project-context.js";
export { type RuleFilesOptions, ruleFiles } from "./project/rule-files.js";
export type { ToolForm } from "./replace-in-file.js";
export { createWorkspace } from "./workspace.js";
