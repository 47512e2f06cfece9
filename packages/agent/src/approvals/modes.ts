/**
 * - `plan`: reads inside the workspace; the rest is denied.
 * - `ask` (default): reads inside the workspace; the rest is asked.
 * - `auto-edit`: as `ask`, and changes files inside the workspace.
 * - `auto`: everything, opaque commands too, but what lies outside the workspace, in `.git`, in agents' and editors'
 *   configuration, or is a secret: that is asked.
 *
 * Rules of a user or project refine a mode; a deny holds in every mode.
 */
export type Mode = "plan" | "ask" | "auto-edit" | "auto";
