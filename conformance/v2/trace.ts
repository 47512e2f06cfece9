/**
 * Where Cline 4.0.10 was while it read a message: which stretch it took for text, which for a call and its parameters.
 * Its rules: in text an exact open tag of a tool opens a call; in a call an exact open tag of any parameter opens that
 * one, the exact close of the tool ends it, all else is dropped; in a parameter its first exact close ends it. Places are
 * UTF-16 units in the message.
 */
export interface TracedText {
  readonly type: "text";
  readonly from: number;
  readonly to: number;
}

export interface TracedCall {
  readonly type: "call";
  readonly name: string;
  /** The `<` of its open tag, and the place behind that tag. */
  readonly from: number;
  readonly bodyFrom: number;
  readonly params: readonly TracedParam[];
  /** The `<` of its close tag, or the end of the message. */
  readonly bodyTo: number;
  readonly to: number;
  readonly closed: boolean;
}

export interface TracedParam {
  readonly name: string;
  /** The `<` of its open tag. */
  readonly from: number;
  readonly valueFrom: number;
  /** The `<` of its close tag, or the end of the message. */
  readonly valueTo: number;
  /** The place behind its close tag. */
  readonly to: number;
  readonly closed: boolean;
}

/** Traces a message, see {@link TracedText}. Linear but for the search of each close. */
export function traceV2(
  input: string,
  tools: ReadonlySet<string>,
  params: ReadonlySet<string>,
): readonly (TracedText | TracedCall)[] {
  const found: (TracedText | TracedCall)[] = [];
  let at = 0;
  while (at < input.length) {
    const open = nextTag(input, at, ({ close, name }) => !close && tools.has(name));
    if (open === undefined) {
      found.push({ type: "text", from: at, to: input.length });
      break;
    }
    if (open.from > at) found.push({ type: "text", from: at, to: open.from });
    const call = traceCall(input, open, params);
    found.push(call);
    at = call.to;
  }
  return found;
}

interface ExactTag {
  readonly name: string;
  readonly close: boolean;
  readonly from: number;
  readonly to: number;
}

function nextTag(input: string, from: number, wanted: (tag: ExactTag) => boolean): ExactTag | undefined {
  const pattern = /<(\/?)([A-Za-z_0-9]+)>/g;
  pattern.lastIndex = from;
  for (let match = pattern.exec(input); match !== null; match = pattern.exec(input)) {
    const tag = { name: match[2] ?? "", close: match[1] === "/", from: match.index, to: pattern.lastIndex };
    if (wanted(tag)) return tag;
  }
  return undefined;
}

function traceCall(input: string, open: ExactTag, params: ReadonlySet<string>): TracedCall {
  const found: TracedParam[] = [];
  const base = { type: "call" as const, name: open.name, from: open.from, bodyFrom: open.to, params: found };
  for (let at = open.to; ; ) {
    const tag = nextTag(input, at, ({ close, name }) => (close ? name === open.name : params.has(name)));
    if (tag === undefined) return { ...base, bodyTo: input.length, to: input.length, closed: false };
    if (tag.close) return { ...base, bodyTo: tag.from, to: tag.to, closed: true };
    const valueTo = input.indexOf(`</${tag.name}>`, tag.to);
    const closed = valueTo !== -1;
    const to = closed ? valueTo + tag.name.length + 3 : input.length;
    found.push({
      name: tag.name,
      from: tag.from,
      valueFrom: tag.to,
      valueTo: closed ? valueTo : input.length,
      to,
      closed,
    });
    at = to;
  }
}
