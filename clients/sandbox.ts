import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** A folder in which a client finds no settings, keys or history of anyone's. */
export interface Sandbox {
  folder: string;
  home: string;
  workspace: string;
  env: Readonly<Record<string, string>> & { PATH: string };
}

/** Nothing listens there: whatever a client wants of the outside is refused at once. */
const NOWHERE = "http://127.0.0.1:9";

/** Makes one. Its path has the system's programs. */
export function makeSandbox(): Sandbox {
  const folder = mkdtempSync(join(tmpdir(), "millrace-client-"));
  const home = join(folder, "home");
  const temporary = join(folder, "tmp");
  for (const each of [home, temporary]) mkdirSync(each);
  return {
    folder,
    home,
    workspace: join(folder, "workspace"),
    env: {
      PATH: "/usr/local/bin:/usr/bin:/bin",
      HOME: home,
      XDG_CONFIG_HOME: join(home, ".config"),
      XDG_DATA_HOME: join(home, ".local/share"),
      XDG_STATE_HOME: join(home, ".local/state"),
      XDG_CACHE_HOME: join(home, ".cache"),
      TMPDIR: temporary,
      SHELL: "/bin/sh",
      LANG: "C.UTF-8",
      TERM: "dumb",
      NO_COLOR: "1",
      DO_NOT_TRACK: "1",
      HTTPS_PROXY: NOWHERE,
      HTTP_PROXY: NOWHERE,
      NO_PROXY: "127.0.0.1,localhost",
    },
  };
}

/** Writes files by their path below `folder`. */
export function writeFiles(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}
