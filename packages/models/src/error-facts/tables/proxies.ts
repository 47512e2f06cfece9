import { PROTOCOL_CODES, TIMEOUT_CODES, UNTRUSTED_CODES } from "../cause-codes.js";
import type { ErrorFact } from "../error-fact.js";

/**
 * What goes wrong at a proxy, before the server is reached. Pages of refusals: those of Squid, of Zscaler and of
 * mitmproxy.
 */
export const PROXIES: readonly ErrorFact[] = [
  {
    name: "proxy refuses connections",
    atProxy: true,
    causeCodes: ["ECONNREFUSED"],
    kind: "network",
    // One that runs on this machine, or behind a VPN, may be about to start.
    retryable: true,
    remedy:
      "Nothing listens at the proxy {proxy}, which {variable} names: start it, correct {variable}, or list {host} in NO_PROXY to go directly.",
    samples: [
      {
        provider: "openai",
        phase: "connect",
        atProxy: true,
        errorMessage: "connect ECONNREFUSED 10.0.0.1:3128",
        causeCode: "ECONNREFUSED",
      },
    ],
  },
  {
    name: "proxy host unknown",
    atProxy: true,
    causeCodes: ["ENOTFOUND", "EAI_NODATA", "EAI_AGAIN"],
    kind: "network",
    retryable: true,
    remedy:
      "The host of the proxy {proxy}, which {variable} names, was not found: check its spelling, and whether you are in the network that knows it (the office, a VPN).",
    samples: [
      {
        provider: "openai",
        phase: "connect",
        atProxy: true,
        errorMessage: "getaddrinfo ENOTFOUND proxy.corp.example",
        causeCode: "ENOTFOUND",
      },
    ],
  },
  {
    name: "proxy's own certificate not trusted",
    atProxy: true,
    causeCodes: [...UNTRUSTED_CODES, "CERT_HAS_EXPIRED", "CERT_NOT_YET_VALID", "ERR_TLS_CERT_ALTNAME_INVALID"],
    kind: "network",
    retryable: false,
    remedy:
      "The certificate of the proxy {proxy}, which {variable} names, is not trusted: name its root certificate in NODE_EXTRA_CA_CERTS, in SSL_CERT_FILE or as `caFile` in the configuration.",
    samples: [
      {
        provider: "openai",
        phase: "connect",
        atProxy: true,
        errorMessage: "self-signed certificate in certificate chain",
        causeCode: "SELF_SIGNED_CERT_IN_CHAIN",
      },
    ],
  },
  {
    name: "no proxy there",
    atProxy: true,
    causeCodes: PROTOCOL_CODES,
    kind: "network",
    retryable: false,
    remedy:
      "What answers at {proxy}, which {variable} names, speaks another protocol: try http:// in place of https:// there, or check the port.",
    samples: [
      {
        provider: "openai",
        phase: "connect",
        atProxy: true,
        errorMessage: "write EPROTO: ssl3_get_record:wrong version number",
        causeCode: "EPROTO",
      },
    ],
  },
  {
    name: "proxy did not answer in time",
    atProxy: true,
    causeCodes: TIMEOUT_CODES,
    kind: "timeout",
    retryable: true,
    remedy:
      "The proxy {proxy}, which {variable} names, did not answer in time: check that it can be reached from here.",
    samples: [
      {
        provider: "openai",
        phase: "connect",
        atProxy: true,
        errorMessage: "connect ETIMEDOUT 10.0.0.1:3128",
        causeCode: "ETIMEDOUT",
      },
    ],
  },
  {
    name: "proxy wants a login of Windows",
    atProxy: true,
    status: [407],
    says: /asks for (?!.{0,200}\bbasic\b).{0,200}(?:negotiate|ntlm|kerberos|digest)/i,
    kind: "auth",
    retryable: false,
    remedy:
      "The proxy {proxy} takes no login with user and password (Basic), and no other is spoken here: run a local proxy that logs in there, such as Px or Cntlm, and name that one in {variable}.",
    samples: [
      {
        provider: "openai",
        phase: "connect",
        atProxy: true,
        status: 407,
        errorMessage: "it asks for Negotiate, NTLM",
      },
    ],
  },
  {
    name: "proxy wants a login",
    atProxy: true,
    status: [401, 407],
    kind: "auth",
    retryable: false,
    remedy:
      "The proxy {proxy} wants a user and a password, or does not accept those it was given: write {variable} as http://USER:PASSWORD@HOST:PORT, special characters percent-encoded.",
    samples: [
      {
        provider: "openai",
        phase: "connect",
        atProxy: true,
        status: 407,
        errorMessage: 'it asks for Basic realm="Squid proxy-caching web server"',
      },
    ],
  },
  {
    name: "proxy lets nothing through to this host",
    atProxy: true,
    status: [403, 451],
    kind: "network",
    retryable: false,
    remedy:
      "The proxy {proxy}, which {variable} names, lets no requests through to {host}: ask whoever runs it to allow them, or list {host} in NO_PROXY if it can be reached directly.",
    samples: [
      {
        provider: "openai",
        phase: "connect",
        atProxy: true,
        status: 403,
        body: "<!DOCTYPE html><html><head><title>ERROR: The requested URL could not be retrieved</title></head><body>Access Denied.</body></html>",
      },
    ],
  },
  {
    name: "proxy waited for the server in vain",
    atProxy: true,
    status: [408, 504],
    kind: "timeout",
    retryable: true,
    remedy:
      "The proxy {proxy} had no answer from {host} in time: check the address, or list {host} in NO_PROXY if only a direct way leads there.",
    samples: [{ provider: "openai", phase: "connect", atProxy: true, status: 504, body: "Gateway Timeout" }],
  },
  {
    name: "proxy cannot reach the server",
    atProxy: true,
    status: [500, 502, 503],
    kind: "network",
    retryable: true,
    remedy:
      "The proxy {proxy} could not reach {host}: check the address, or list {host} in NO_PROXY if only a direct way leads there.",
    samples: [
      {
        provider: "openai",
        phase: "connect",
        atProxy: true,
        status: 502,
        body: "<html><head><title>502 Bad Gateway</title></head></html>",
      },
    ],
  },
  {
    name: "proxy passes nothing on",
    atProxy: true,
    status: [400, 404, 405, 426, 501],
    kind: "network",
    retryable: false,
    remedy:
      "What answers at {proxy} opens no connection to {host}: check whether {variable} names a proxy, and whether that allows this port.",
    samples: [{ provider: "openai", phase: "connect", atProxy: true, status: 405, body: "Method Not Allowed" }],
  },
  {
    name: "connection to the proxy broke",
    atProxy: true,
    kind: "network",
    retryable: true,
    remedy:
      "The connection to the proxy {proxy}, which {variable} names, broke. If it goes on, ask whoever runs it, or list {host} in NO_PROXY to go directly.",
    samples: [
      {
        provider: "openai",
        phase: "connect",
        atProxy: true,
        errorMessage: "socket hang up",
        causeCode: "ECONNRESET",
      },
    ],
  },
];
