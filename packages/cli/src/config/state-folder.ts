import { isAbsolute, join } from "node:path";
import { homeFolder } from "./home-folder.js";

/**
 * Where the program keeps what it learns: `$XDG_STATE_HOME/millrace` where that is set to an absolute path (the XDG base
 * directory specification ignores others), else `%LOCALAPPDATA%\millrace` on Windows,
 * `~/Library/Application Support/millrace` on macOS, `~/.local/state/millrace` elsewhere.
 */
export function stateFolder(env: NodeJS.ProcessEnv, platform: NodeJS.Platform = process.platform): string {
  const xdg = env.XDG_STATE_HOME;
  if (xdg !== undefined && isAbsolute(xdg)) return join(xdg, "millrace");
  const home = homeFolder(env);
  if (platform === "win32") return join(env.LOCALAPPDATA ?? join(home, "AppData", "Local"), "millrace");
  if (platform === "darwin") return join(home, "Library", "Application Support", "millrace");
  return join(home, ".local", "state", "millrace");
}
