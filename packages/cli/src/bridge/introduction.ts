import { CLIENT_SETTINGS, type UpstreamState } from "@millrace/bridge";
import { PROVIDERS } from "@millrace/models";
import { nearestName } from "@millrace/protocol";

/** What a bridge says of itself when it has started. */
export interface Introduced {
  url: string;
  upstream: UpstreamState;
  /** As it was typed. */
  named: string;
  /** The variable that holds the token clients must have, where one is wanted. */
  tokenEnv: string | undefined;
}

/** Models that are named of those that an upstream lists. */
const SHOWN_MODELS = 5;

/** The upstream, the model and how it is asked: a line each. */
export function upstreamLines({
  upstream: { provider, address, models, unlisted, model },
  named,
}: Introduced): string[] {
  const server = PROVIDERS.find(({ name }) => name === provider)?.title ?? provider;
  return [
    `  upstream  ${provider === "custom" || provider === address ? address : `${server} at ${address}`}${models || unlisted ? "" : `: ${noAnswer(named)}`}`,
    ...(model
      ? [
          `  model     ${model.name}, whatever clients call it${isMissing(model.name, models) ? " (the upstream does not list it)" : ""}`,
          `  mode      ${model.mode}: ${model.why}`,
          `  dialect   ${model.dialect === "auto" ? "auto: cline is taught where calls are taught, all are read" : model.dialect}`,
          ...(model.constrained === undefined ? [] : [`  constrain ${model.constrained}`]),
        ]
      : [`  model     as clients name it${models ? `: ${shortList(models)}` : ""}`]),
  ];
}

/** What stands above the settings. */
export function settingsTitle({ url, tokenEnv }: Pick<Introduced, "url" | "tokenEnv">): string {
  const here = new URL(reachedAt(url)).hostname;
  const notes = [
    ...(tokenEnv === undefined ? ["any key will do"] : []),
    ...(reachedAt(url) === url ? [] : [`on other machines this one's name in place of ${here}`]),
  ];
  return `Settings for your client${notes.length > 0 ? ` (${notes.join("; ")})` : ""}:`;
}

/** What to set in each client, as it may be pasted. */
export function settingsLines({ url, upstream, tokenEnv }: Introduced): string[] {
  const model = upstream.model?.name ?? upstream.models?.[0] ?? "MODEL";
  const values: Readonly<Record<string, string>> = {
    ADDRESS: reachedAt(url),
    KEY: tokenEnv === undefined ? "any" : `$${tokenEnv}`,
    MODEL: model,
  };
  const plain = (markdown: string) =>
    markdown.replace(/[`*]/g, "").replace(/\b(?:ADDRESS|KEY|MODEL)\b/g, (word) => values[word] ?? word);
  return CLIENT_SETTINGS.flatMap(({ client, address, key, model: named }) => [
    `  ${client}`,
    ...[address, key, named].map((setting) => `    ${plain(setting)}`),
  ]);
}

/** Where all addresses of a machine are listened at, none of them is told: no client can ask `0.0.0.0`. */
function reachedAt(url: string): string {
  return url.replace("//0.0.0.0:", "//127.0.0.1:").replace("//[::]:", "//[::1]:");
}

function noAnswer(named: string): string {
  const meant = /[.:/]/.test(named)
    ? undefined
    : nearestName(
        named,
        PROVIDERS.map(({ name }) => name),
      );
  const hint = meant === undefined || meant === named ? "" : ` Did you mean the provider ${meant}?`;
  return `it lists no models, or does not answer yet; requests are tried all the same.${hint}`;
}

function isMissing(model: string, models: readonly string[] | undefined): boolean {
  return models !== undefined && !models.includes(model);
}

function shortList(models: readonly string[]): string {
  const more = models.length - SHOWN_MODELS;
  return `${models.slice(0, SHOWN_MODELS).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}
