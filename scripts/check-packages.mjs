// Is every package fit to publish? Builds, packs, judges each tarball, then installs them all as a stranger would.
// Says nothing when all is well.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const bin = (name) => join(root, "node_modules", ".bin", name);
const work = mkdtempSync(join(tmpdir(), "millrace-packages-"));

const install = ["install", "--prefer-offline", "--no-audit", "--no-fund"];

class CheckFailed extends Error {}

function run(what, command, args, cwd = root) {
  const done = spawnSync(command, args, { cwd, encoding: "utf8", maxBuffer: 64 * 1024 * 1024 });
  if (done.status !== 0) {
    throw new CheckFailed(
      `${what}\n$ ${command} ${args.join(" ")}\n${done.stdout ?? ""}${done.stderr ?? ""}${done.error ?? ""}`,
    );
  }
  return done.stdout;
}

function publishable() {
  return readdirSync(join(root, "packages"))
    .map((folder) => ({ path: join(root, "packages", folder), manifest: readManifest(join(root, "packages", folder)) }))
    .filter(({ manifest }) => manifest && !manifest.private);
}

function readManifest(path) {
  try {
    return JSON.parse(readFileSync(join(path, "package.json"), "utf8"));
  } catch (error) {
    if (error.code === "ENOENT") return undefined;
    throw error;
  }
}

/** Two strangers: a Node project that uses every library, and a browser project that uses only protocol. */
function consume(packages) {
  const consumer = join(work, "consumer");
  mkdirSync(consumer);
  const write = (name, value) =>
    writeFileSync(join(consumer, name), typeof value === "string" ? value : JSON.stringify(value));

  const local = Object.fromEntries(packages.map(({ manifest, tarball }) => [manifest.name, `file:${tarball}`]));
  const nodeTypes = readManifest(root).devDependencies["@types/node"];
  write("package.json", {
    private: true,
    type: "module",
    dependencies: local,
    devDependencies: { "@types/node": nodeTypes },
    overrides: local,
  });
  run("The tarballs do not install together.", "npm", [...install, "--ignore-scripts"], consumer);

  const libraries = packages.filter(({ manifest }) => manifest.exports).map(({ manifest }) => manifest.name);
  const importAll = (names) =>
    `${names.map((name, i) => `import * as library${i} from "${name}";\nvoid library${i};`).join("\n")}\n`;
  write("on-node.ts", importAll(libraries));
  write("on-node.mjs", importAll(libraries));
  write("in-browser.ts", importAll(["@millrace/protocol"]));
  const common = { target: "es2023", module: "nodenext", moduleResolution: "nodenext", strict: true, noEmit: true };
  write("on-node.json", {
    compilerOptions: { ...common, lib: ["es2023"], types: ["node"] },
    files: ["on-node.ts"],
  });
  write("in-browser.json", {
    compilerOptions: { ...common, lib: ["es2023", "dom"], types: [] },
    files: ["in-browser.ts"],
  });
  run("A Node consumer does not type-check.", bin("tsc"), ["-p", "on-node.json"], consumer);
  run("A browser consumer of protocol does not type-check.", bin("tsc"), ["-p", "in-browser.json"], consumer);
  run("A consumer does not run.", process.execPath, ["on-node.mjs"], consumer);
}

try {
  run("The build failed.", "npm", ["run", "build", "--silent"]);
  const packages = publishable().map(({ path, manifest }) => {
    const [packed] = JSON.parse(
      run(`${manifest.name} does not pack.`, "npm", ["pack", "--json", "--pack-destination", work], path),
    );
    const tarball = join(work, packed.filename);
    run(`publint objects to ${manifest.name}.`, bin("publint"), ["run", "--strict", tarball]);
    if (manifest.exports)
      run(`attw objects to ${manifest.name}.`, bin("attw"), [tarball, "--profile", "esm-only", "--no-emoji"]);
    return { manifest, tarball };
  });
  consume(packages);
} catch (error) {
  if (!(error instanceof CheckFailed)) throw error;
  console.error(`check:packages: ${error.message}`);
  process.exitCode = 1;
} finally {
  rmSync(work, { recursive: true, force: true });
}
