import { pathToFileURL } from "node:url";
import { InvalidOptionError } from "@millrace/protocol";
import { recordIn } from "../json.js";
import { entryOf, findPackage, type InstalledPackage, type PackagePlaces } from "./find-package.js";
import { installLine } from "./known-packages.js";
import { type AiSdkModel, SPECIFICATIONS } from "./language-model.js";
import type { AiSdkModelName } from "./model-name.js";
import { type AiSdkProvider, findProvider, type ProviderSettings } from "./provider-export.js";

/** Which model is to be loaded, from where, and with what. */
export interface ModelToLoad extends PackagePlaces {
  name: AiSdkModelName;
  settings: ProviderSettings;
}

/**
 * Loads the package that a model's name says, and makes the model. Sends nothing: where the package needs a key that is
 * not there, the first request says so.
 *
 * @throws InvalidOptionError naming `model` where the package is not installed, cannot be loaded, has no provider or
 *   makes no model that can be spoken to; with the line that installs the right one
 */
export async function loadModel({ name, settings, ...places }: ModelToLoad): Promise<AiSdkModel> {
  const found = await findPackage(name.package, places);
  if (!found) {
    throw fault(
      name,
      `the package ${name.package} is not installed. Run \`${installLine(name.package)}\` in your project, or with -g for all of them.`,
    );
  }
  const exports = await loadExports(name, found);
  const provider = providerIn(name, exports, settings);
  if (!provider) {
    throw fault(
      name,
      `the package ${described(name, found)} has no provider of the AI SDK: no export makes language models. It has: ${Object.keys(exports).join(", ") || "nothing"}.`,
    );
  }
  const model = modelOf(name, provider);
  if (isModel(model)) return model;
  const { specificationVersion: version } = recordIn(model);
  throw fault(
    name,
    `the package ${described(name, found)} makes models of specification ${String(version ?? "unknown")}, and ${SPECIFICATIONS.join(", ")} are understood. Run \`${installLine(name.package)}\`.`,
  );
}

async function loadExports(name: AiSdkModelName, found: InstalledPackage): Promise<Readonly<Record<string, unknown>>> {
  try {
    return { ...(await import(pathToFileURL(entryOf(found)).href)) };
  } catch (error) {
    const { node } = recordIn(found.manifest.engines);
    const wants = typeof node === "string" ? ` It wants Node ${node}; this is ${process.versions.node}.` : "";
    throw fault(
      name,
      `the package ${described(name, found)} cannot be loaded: ${messageOf(error)}.${wants} Run \`${installLine(name.package)}\`.`,
    );
  }
}

function providerIn(name: AiSdkModelName, exports: Readonly<Record<string, unknown>>, settings: ProviderSettings) {
  try {
    return findProvider(exports, name.package, settings);
  } catch (error) {
    throw fault(name, `the package ${name.package} makes no provider: ${messageOf(error)}.`);
  }
}

function modelOf(name: AiSdkModelName, provider: AiSdkProvider): unknown {
  try {
    return provider.languageModel(name.model);
  } catch (error) {
    throw fault(name, `the package ${name.package} has no such model: ${messageOf(error)}.`);
  }
}

function isModel(value: unknown): value is AiSdkModel {
  if (typeof value !== "object" || value === null) return false;
  const version: unknown = Reflect.get(value, "specificationVersion");
  return typeof Reflect.get(value, "doStream") === "function" && SPECIFICATIONS.some((known) => known === version);
}

function described({ package: name }: AiSdkModelName, { folder, manifest }: InstalledPackage): string {
  return `${name} ${typeof manifest.version === "string" ? manifest.version : ""} (${folder})`.replace("  ", " ");
}

function fault({ package: name, model }: AiSdkModelName, why: string): InvalidOptionError {
  return new InvalidOptionError("model", `\`model\` ${JSON.stringify(`${name}/${model}`)} cannot be used: ${why}`);
}

function messageOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.replace(/\.$/, "");
}
