import { createServer } from "node:http";
import { checkScenario } from "./check-scenario.js";
import { Listener } from "./listener.js";
import type { LookUp, ModelRequest, Violation } from "./model-request.js";
import type { Scenario } from "./scenario.js";
import { ServerSession, type Strictness } from "./server-session.js";
import { createTemplateJudge } from "./templates/template-judge.js";

/** What a server plays, where, and how strictly it judges. */
export interface ModelServerOptions {
  scenario: Scenario;
  /** Default: any free one. */
  port?: number;
  /** `strict` (default) reports violations; `refuse` also answers such a request 400, as a strict server does; `off`: neither. */
  judge?: Strictness;
  /**
   * A folder of chat templates (with index.json and behaviour.json) to render each request through, as servers do.
   * Some milliseconds a template and request. Default: none.
   */
  templates?: string | false;
  /** How many requests `requests` holds, the newest: those of a long session take much memory. Default: all. */
  keepRequests?: number;
}

/** A running server. See {@link startModelServer}. */
export interface ModelServer {
  /** `http://127.0.0.1:PORT`, without a slash at the end; chat completions are under `/v1`. */
  readonly url: string;
  /** Requests for the model, in the order they came; `keepRequests` may leave out the oldest. */
  readonly requests: readonly ModelRequest[];
  /** Everything else that was asked: models, versions, what is not there. */
  readonly lookUps: readonly LookUp[];
  readonly violations: readonly Violation[];
  /** How many requests the scenario can still answer. */
  readonly answersLeft: number;
  /**
   * The request with this number (1 for the first) as soon as it is there. Rejects (`no_such_request`) when the server
   * closes before, and for one that is not kept any more.
   */
  waitForRequest(number: number): Promise<ModelRequest>;
  /** Ends every connection at once. Afterwards nothing listens and no timer runs. */
  close(): Promise<void>;
}

/**
 * Starts a model server on 127.0.0.1 that plays a scenario, records what it is sent, and judges it.
 *
 * Throws {@link TestkitError} `invalid_scenario` when the scenario is none, and the system's error when the port is taken.
 *
 * @example
 * const server = await startModelServer({ scenario: { answers: [{ text: "Hello." }] } });
 * await fetch(`${server.url}/v1/chat/completions`, { method: "POST", body: JSON.stringify({ model: "m", messages }) });
 * console.log(server.requests.length, server.violations);
 * await server.close();
 */
export async function startModelServer(options: ModelServerOptions): Promise<ModelServer> {
  checkScenario(options.scenario);
  const templates = options.templates
    ? await createTemplateJudge(options.templates, options.scenario.server?.templates)
    : undefined;
  // No request comes before this function has gone on from where it listens: the session is there by then.
  const server = createServer((incoming, response) => session.handle(incoming, response));
  const stops = options.scenario.answers.some(
    (answer) => typeof answer === "object" && "fault" in answer && answer.fault?.end === "refuse",
  );
  const listener = await Listener.open(server, { port: options.port ?? 0, stops });
  const session = new ServerSession(options, templates, listener);
  session.begin();
  return {
    url: listener.url,
    requests: session.requests,
    lookUps: session.lookUps,
    violations: session.violations,
    get answersLeft() {
      return session.answersLeft;
    },
    waitForRequest: (number) => session.waitForRequest(number),
    close: () => {
      session.close();
      return listener.close();
    },
  };
}
