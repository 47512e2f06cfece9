import { isAbsolute, join } from "node:path";
import { homeFolder } from "./home-folder.js";

/**
 * Where the user's configuration lies: `$XDG_CONFIG_HOME/millrace` where that is set to an absolute path (the XDG base
 * directory specification ignores others), else `%APPDATA%\millrace` on Windows, `~/Library/Application Support/millrace`
 * on macOS, `~/.config/millrace` elsewhere.
 */
export function configFolder(env: NodeJS.ProcessEnv, platform: NodeJS.Platform = process.platform): string {
  const xdg = env.XDG_CONFIG_HOME;
  if (xdg !== undefined && isAbsolute(xdg)) return join(xdg, "millrace");
  const home = homeFolder(env);
  if (platform === "win32") return join(env.APPDATA ?? join(home, "AppData", "Roaming"), "millrace");
  if (platform === "darwin") return join(home, "Library", "Application Support", "millrace");
  return join(home, ".config", "millrace");
}
