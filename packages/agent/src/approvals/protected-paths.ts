/** A place that is asked about even where a mode or a general rule allows it. */
interface ProtectedPath {
  /** Matched against the path in lower case; the `m` group is the part that must be named by a rule to allow it. */
  pattern: RegExp;
  /** Why, as a clause of a sentence: "it …". */
  reason: string;
  /** Text that agents are meant to read: only changing it is asked about. */
  reads?: "free";
  sample: string;
}

const SETTINGS = "holds settings that can start programs";
const AGENT = "configures an agent, and can widen what one may do";
const SECRET = "is likely to hold a secret";
const GIT = "belongs to git, which runs what it finds there (hooks, filters, external programs)";

/**
 * What no mode touches unasked. Sources: CVE-2025-53097, -53098, -58372 (editor and agent settings written without
 * asking became code), RooCodeInc/Roo-Code#11095 (git hooks). `sample` is a path that the row is there for.
 */
export const PROTECTED_PATHS: readonly ProtectedPath[] = [
  // A repository's own folder, wherever it lies; a worktree or submodule has a file `.git`; Windows' short name.
  row("\\.git|git~1", GIT, ".git/hooks/pre-commit"),
  row("\\.gitmodules", "names repositories that git fetches and runs", ".gitmodules"),
  row("\\.githooks|\\.husky", "holds scripts that run at the next commit", ".husky/pre-commit"),

  // Editors: tasks, launchers, interpreters and extensions start programs.
  row("\\.vscode(?:-server|-insiders)?|[^/]+\\.code-workspace", SETTINGS, ".vscode/settings.json"),
  row("\\.idea|\\.fleet", SETTINGS, ".idea/workspace.xml"),
  row("\\.zed", SETTINGS, ".zed/settings.json"),
  row("\\.nvimrc|\\.nvim\\.lua|\\.exrc|\\.vimrc|\\.dir-locals\\.el", SETTINGS, ".nvim.lua"),
  row("\\.devcontainer(?:\\.json)?", SETTINGS, ".devcontainer/devcontainer.json"),
  row("\\.envrc|\\.mise\\.toml", "runs in the shell of whoever enters the folder", ".envrc"),

  // Agents: servers to start, permissions, hooks.
  row("\\.millrace|\\.millraceignore", AGENT, ".millrace/config.json"),
  row(
    "\\.agents?|\\.claude|\\.codex|\\.gemini|\\.qwen|\\.opencode|\\.crush|\\.goose|\\.pi|\\.amp|\\.factory|\\.kiro|\\.junie",
    AGENT,
    ".agent/mcp.json",
  ),
  row("\\.cursor|\\.cline|\\.roo|\\.kilocode|\\.windsurf|\\.continue|\\.aider[^/]*", AGENT, ".cursor/mcp.json"),
  row("\\.?mcp\\.json|opencode\\.jsonc?|\\.claude\\.json", AGENT, ".mcp.json"),
  row(
    "agents\\.md|claude\\.md|gemini\\.md|\\.cursorrules|\\.windsurfrules|\\.clinerules|\\.roorules[^/]*|\\.goosehints",
    "instructs every later agent",
    "AGENTS.md",
    "free",
  ),

  // Secrets: by the names that tools give them.
  row("\\.env(?:\\.(?!example$|sample$|template$|dist$)[^/]+)?|[^/]+\\.env", SECRET, ".env.local"),
  row("\\.ssh|\\.gnupg|\\.aws|\\.azure|\\.kube|\\.docker/config\\.json|\\.password-store", SECRET, ".ssh/config"),
  row("id_(?:rsa|dsa|ecdsa|ed25519)(?:_sk)?", SECRET, "id_ed25519"),
  row("[^/]+\\.(?:pem|key|p12|pfx|jks|keystore|kdbx|ppk|asc|gpg)", SECRET, "certs/server.key"),
  row(
    "\\.netrc|_netrc|\\.npmrc|\\.yarnrc\\.yml|\\.pypirc|\\.pgpass|\\.my\\.cnf|\\.git-credentials|\\.htpasswd",
    SECRET,
    ".npmrc",
  ),
  row(
    "credentials(?:\\.(?:json|ya?ml|toml|ini)|$)|secrets?\\.(?:json|ya?ml|toml|ini)|service[-_]account[^/]*\\.json",
    SECRET,
    "config/credentials.json",
  ),
  row("[^/]+\\.tfstate(?:\\.backup)?|[^/]+\\.tfvars", SECRET, "infra/prod.tfvars"),
];

/** Where in a path the protected part begins, what it is called, and why it is protected. */
export interface Protection {
  start: number;
  name: string;
  reason: string;
}

/**
 * Why a path is protected against this effect, or undefined. Case, trailing dots and blanks of a segment, streams and
 * characters that file systems ignore do not hide a name. O(rows × length).
 *
 * @param name as `Location.name` has it
 */
export function findProtection(name: string, effect: "read" | "files"): Protection | undefined {
  const plain = name
    .replace(/[\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g, "")
    .toLowerCase()
    .split("/")
    .map((segment) =>
      segment
        .replace(/(?<=.):.*$/, (stream) => (/^:[\\/]?$/.test(stream) ? stream : ""))
        .replace(/(?<=[^. ])[. ]+$/, ""),
    )
    .join("/");
  for (const { pattern, reason, reads } of PROTECTED_PATHS) {
    if (effect === "read" && reads === "free") continue;
    const match = pattern.exec(plain);
    if (match) return { start: match.index, name: match[0], reason };
  }
  return undefined;
}

/** A row whose `names` are whole segments, anywhere in a path. */
function row(names: string, reason: string, sample: string, reads?: "free"): ProtectedPath {
  const pattern = new RegExp(`(?<=^|/)(?:${names})(?=/|$)`);
  return reads ? { pattern, reason, sample, reads } : { pattern, reason, sample };
}
