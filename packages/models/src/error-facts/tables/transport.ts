import { DAMAGE_CODES, PROTOCOL_CODES, TIMEOUT_CODES, UNTRUSTED_CODES } from "../cause-codes.js";
import type { ErrorFact } from "../error-fact.js";

/** No answer at all, or a connection that broke. Codes: Node's own, OpenSSL's, and undici's as gateways report them. */
export const TRANSPORT: readonly ErrorFact[] = [
  {
    // It may be starting again: what supervises it does so within seconds.
    name: "local server went away",
    causeCodes: ["ECONNREFUSED"],
    local: true,
    answeredBefore: true,
    kind: "network",
    retryable: true,
    remedy: "{server} at {address} has answered before and is gone now: its log may say why. {start}",
    samples: [
      {
        provider: "llamacpp",
        phase: "connect",
        local: true,
        answeredBefore: true,
        errorMessage: "connect ECONNREFUSED 127.0.0.1:8080",
        causeCode: "ECONNREFUSED",
      },
    ],
  },
  {
    name: "local server not running",
    causeCodes: ["ECONNREFUSED"],
    local: true,
    kind: "network",
    retryable: false,
    remedy: "{server} is not running at {address}. {start}",
    samples: [
      {
        provider: "ollama",
        phase: "connect",
        local: true,
        errorMessage: "connect ECONNREFUSED 127.0.0.1:11434",
        causeCode: "ECONNREFUSED",
      },
    ],
  },
  {
    name: "connection refused",
    causeCodes: ["ECONNREFUSED"],
    kind: "network",
    retryable: true,
    remedy: "Nothing listens at {address}: check the address and the port.",
    samples: [
      {
        provider: "custom",
        phase: "connect",
        errorMessage: "connect ECONNREFUSED 203.0.113.7:443",
        causeCode: "ECONNREFUSED",
      },
    ],
  },
  {
    name: "host name unknown",
    causeCodes: ["ENOTFOUND", "EAI_NODATA"],
    kind: "network",
    // May be a network that was lost for a moment: a few tries, then stop.
    retryable: true,
    remedy: "The host of {address} was not found: check the spelling and your network connection.",
    samples: [
      {
        provider: "openai",
        phase: "connect",
        errorMessage: "getaddrinfo ENOTFOUND api.openai.com",
        causeCode: "ENOTFOUND",
      },
    ],
  },
  {
    name: "name server did not answer",
    causeCodes: ["EAI_AGAIN"],
    kind: "network",
    retryable: true,
    remedy: "The host of {address} could not be looked up just now: check your network connection.",
    samples: [
      {
        provider: "openai",
        phase: "connect",
        errorMessage: "getaddrinfo EAI_AGAIN api.openai.com",
        causeCode: "EAI_AGAIN",
      },
    ],
  },
  {
    name: "certificate out of date",
    causeCodes: ["CERT_HAS_EXPIRED", "CERT_NOT_YET_VALID"],
    kind: "network",
    retryable: false,
    remedy: "The certificate of {address} is not valid today: check the clock of this machine, else tell who runs it.",
    samples: [
      { provider: "custom", phase: "connect", errorMessage: "certificate has expired", causeCode: "CERT_HAS_EXPIRED" },
    ],
  },
  {
    name: "certificate of another host",
    causeCodes: ["ERR_TLS_CERT_ALTNAME_INVALID"],
    kind: "network",
    retryable: false,
    remedy:
      "The certificate at {address} is for another host: check the address, or whether a proxy answers in its place.",
    samples: [
      {
        provider: "custom",
        phase: "connect",
        errorMessage:
          "Hostname/IP does not match certificate's altnames: Host: models.example. is not in the cert's altnames",
        causeCode: "ERR_TLS_CERT_ALTNAME_INVALID",
      },
    ],
  },
  {
    name: "certificate not trusted",
    causeCodes: UNTRUSTED_CODES,
    kind: "network",
    retryable: false,
    remedy:
      "The certificate of {address} is not trusted. Where a company's proxy signs it, name its root certificate in NODE_EXTRA_CA_CERTS, in SSL_CERT_FILE or as `caFile` in the configuration.",
    samples: [
      {
        provider: "openai",
        phase: "connect",
        errorMessage: "self-signed certificate in certificate chain",
        causeCode: "SELF_SIGNED_CERT_IN_CHAIN",
      },
    ],
  },
  {
    name: "connection forbidden here",
    causeCodes: ["EACCES", "EPERM"],
    kind: "network",
    retryable: false,
    remedy: "This machine forbids the connection to {address}: look at its firewall, or at the sandbox it runs in.",
    samples: [
      { provider: "openai", phase: "connect", errorMessage: "connect EPERM 203.0.113.7:443", causeCode: "EPERM" },
    ],
  },
  {
    // HTTP was spoken before: one record of TLS or the frame of the answer is broken.
    name: "answer broken by what carries it",
    status: [200],
    causeCodes: PROTOCOL_CODES,
    kind: "network",
    retryable: true,
    remedy: "The connection to {server} broke. If it goes on, look at the server's log and at proxies on the way.",
    samples: [
      {
        provider: "openai",
        phase: "stream",
        status: 200,
        errorMessage: "ssl3_read_bytes:sslv3 alert bad record mac",
        causeCode: "EPROTO",
      },
    ],
  },
  {
    name: "no HTTP there",
    causeCodes: PROTOCOL_CODES,
    kind: "network",
    retryable: false,
    remedy:
      "What answers at {address} speaks another protocol: try http:// in place of https://, or the other way round.",
    samples: [
      {
        provider: "custom",
        phase: "first-byte",
        errorMessage: "Parse Error: Expected HTTP/",
        causeCode: "HPE_INVALID_CONSTANT",
      },
    ],
  },
  {
    name: "no answer in time",
    causeCodes: TIMEOUT_CODES,
    kind: "timeout",
    retryable: true,
    remedy: "{server} did not answer in time: check that {address} can be reached from here.",
    samples: [{ provider: "openai", phase: "connect", errorMessage: "connect ETIMEDOUT", causeCode: "ETIMEDOUT" }],
  },
  {
    name: "connection broke",
    causeCodes: [
      "ECONNRESET",
      "EPIPE",
      "ECONNABORTED",
      "ENETUNREACH",
      "EHOSTUNREACH",
      "ENETDOWN",
      "UND_ERR_SOCKET",
      "ERR_STREAM_PREMATURE_CLOSE",
      "ERR_HTTP2_STREAM_ERROR",
    ],
    kind: "network",
    retryable: true,
    remedy: "The connection to {server} broke. If it goes on, look at the server's log and at proxies on the way.",
    samples: [{ provider: "ollama", phase: "stream", status: 200, errorMessage: "aborted", causeCode: "ECONNRESET" }],
  },
  {
    // What fetch and its libraries say where they name no code, and gateways after them.
    name: "connection broke, by its words",
    says: /^(?:TypeError: )?(?:fetch failed|failed to fetch|terminated|aborted|socket hang up|network error|other side closed|premature close|connection error)\.?$/im,
    kind: "network",
    retryable: true,
    remedy: "The connection to {server} broke. If it goes on, look at the server's log and at proxies on the way.",
    // openai/codex#658
    samples: [{ provider: "custom", phase: "stream", status: 200, errorMessage: "terminated" }],
  },
  {
    name: "answer damaged on its way",
    causeCodes: DAMAGE_CODES,
    kind: "network",
    retryable: true,
    remedy: "What {server} sent cannot be read. If it goes on, look for a proxy that changes answers on the way.",
    samples: [
      {
        provider: "custom",
        phase: "stream",
        status: 200,
        errorMessage: "Parse Error: Invalid character in chunk size",
        causeCode: "HPE_INVALID_CHUNK_SIZE",
      },
      {
        provider: "custom",
        phase: "first-content",
        status: 200,
        errorMessage: "incorrect header check",
        causeCode: "Z_DATA_ERROR",
      },
    ],
  },
  {
    name: "damaged answer",
    malformed: true,
    kind: "network",
    retryable: true,
    remedy: "If it goes on, look for a proxy that changes answers on the way.",
    samples: [{ provider: "custom", phase: "stream", status: 200, body: '{"choices":[{"del', malformed: true }],
  },
];
