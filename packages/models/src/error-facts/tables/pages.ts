import type { ErrorFact } from "../error-fact.js";
import { SERVER_STATUS } from "../server-status.js";

/** A page of HTML where JSON should be: a proxy, a login page, or an address that is no API. */
export const PAGES: readonly ErrorFact[] = [
  {
    name: "login page of a proxy",
    html: true,
    status: [401, 403, 407, 511],
    kind: "auth",
    retryable: false,
    remedy: "A gateway on the way to {address} wants a login: sign in there, or check the address.",
    samples: [
      {
        provider: "custom",
        phase: "first-byte",
        status: 403,
        body: "<!DOCTYPE html><html><head><title>Access denied</title></head><body>Sign in to the company gateway</body></html>",
      },
    ],
  },
  {
    name: "request too large for a proxy",
    html: true,
    status: [413],
    kind: "context_overflow",
    retryable: false,
    remedy: "A proxy before {server} refuses requests of this size: raise its limit, or send less.",
    samples: [
      {
        provider: "custom",
        phase: "first-byte",
        status: 413,
        body: "<html><head><title>413 Request Entity Too Large</title></head><body><center>nginx</center></body></html>",
      },
    ],
  },
  {
    name: "gateway error page",
    html: true,
    status: SERVER_STATUS,
    kind: "overloaded",
    retryable: true,
    remedy: "The server behind {address} is down or overloaded: try again later.",
    samples: [
      {
        provider: "custom",
        phase: "first-byte",
        status: 502,
        body: "<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>",
      },
    ],
  },
  {
    name: "web page instead of an API",
    html: true,
    kind: "network",
    retryable: false,
    remedy:
      "{address} leads to a web page, not to a model server. Check the base URL (it often ends in /v1), or whether a proxy answers in its place.",
    samples: [
      {
        provider: "custom",
        phase: "first-content",
        status: 200,
        body: "<!doctype html><html><head><title>Open WebUI</title></head><body></body></html>",
      },
    ],
  },
  {
    name: "redirect",
    status: [301, 302, 303, 307, 308],
    kind: "network",
    retryable: false,
    remedy: "{address} redirects elsewhere, and a key is not carried along: use the address it names as the base URL.",
    samples: [{ provider: "custom", phase: "first-byte", status: 308, body: "" }],
  },
];
