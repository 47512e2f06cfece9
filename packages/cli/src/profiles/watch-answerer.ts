import type { ModelClient } from "@millrace/agent";
import { sameModel } from "@millrace/models";

/**
 * The client, with a look at who answers: where a server says that it is another model than the one that was asked, that is
 * told, once for each that it names.
 */
export function watchAnswerer(client: ModelClient, tell: (name: string) => void): ModelClient {
  const asked = client.id.slice(client.id.indexOf("/") + 1);
  const told = new Set<string>();
  return {
    id: client.id,
    stream: (request, options) =>
      client.stream(request, {
        ...options,
        onModel(name) {
          options.onModel?.(name);
          if (told.has(name) || sameModel(name, asked)) return;
          told.add(name);
          tell(name);
        },
      }),
  };
}
