/** What a body is made of. */
export interface BodyParts {
  /** The fields that the writer sets itself; never empty. */
  head: Readonly<Record<string, unknown>>;
  /** Fields that nobody here reads; of those that the writer sets, its own stand. */
  extra: Readonly<Record<string, unknown>> | undefined;
  /** The name of the list of messages, or of the items that stand for them. */
  list: "messages" | "input";
  /** The JSON text of the messages, without brackets. */
  items: string;
}

/** The JSON text of a body whose messages stand last. */
export function bodyOf({ head, extra = {}, list, items }: BodyParts): string {
  const more = Object.entries(extra).filter(([field]) => field !== list && !Object.hasOwn(head, field));
  const fields = { ...head, ...Object.fromEntries(more) };
  return `${JSON.stringify(fields).slice(0, -1)},"${list}":[${items}]}`;
}
