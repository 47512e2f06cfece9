import type { Tier } from "@millrace/protocol";
import { bytesPerTokenOf } from "../bytes-per-token.js";
import { utf8Bytes } from "../context/estimate.js";
import type { EventStream } from "../event-stream.js";
import { MAX_SECTIONS_SHARE } from "../limits.js";
import type { ModelProfile } from "../model-profile.js";
import { fitSections } from "./fit-sections.js";
import type { PromptSection } from "./prompt-context.js";

/** What sections are bounded by, and where that is told. */
export interface SectionRoom {
  profile: ModelProfile;
  tier: Tier;
  events: EventStream;
}

/**
 * The sections that a model's window has room for: {@link MAX_SECTIONS_SHARE} of it, all together, see `fitSections`. A
 * window that is not known bounds nothing. A `notice` each tells what is cut, with its sizes, and one more what each of
 * them takes.
 */
export function boundSections(sections: readonly PromptSection[], room: SectionRoom): readonly PromptSection[] {
  if (sections.length === 0) return sections;
  const fitted = fitToWindow(sections, room);
  const { profile, events } = room;
  const costs = fitted.map(({ source, text }) => {
    return `${source} (about ${Math.ceil(utf8Bytes(text) / bytesPerTokenOf(profile))} tokens)`;
  });
  events.emit({ type: "notice", level: "info", message: `In the prompt: ${costs.join(", ")}` });
  return fitted;
}

function fitToWindow(
  sections: readonly PromptSection[],
  { profile, tier, events }: SectionRoom,
): readonly PromptSection[] {
  const window = profile.window?.value;
  if (window === undefined) return sections;
  const room = Math.floor(window * bytesPerTokenOf(profile) * MAX_SECTIONS_SHARE[tier]);
  const fitted = fitSections(sections, room);
  for (const [at, { source, text, leftOut = 0 }] of fitted.entries()) {
    if (leftOut === (sections[at]?.leftOut ?? 0)) continue;
    const kept = utf8Bytes(text);
    const message = `${source} is too long for a window of ${window} tokens: the model is given its first ${kept} of ${kept + leftOut} bytes. All such files together may take ${room} bytes; shorten it, or give the model a larger window.`;
    events.emit({ type: "notice", level: "warning", message });
  }
  return fitted;
}
