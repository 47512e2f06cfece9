/** A certificate that nobody who is trusted signed. */
export const UNTRUSTED_CODES: readonly string[] = [
  "SELF_SIGNED_CERT_IN_CHAIN",
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
  "UNABLE_TO_GET_ISSUER_CERT",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
  "CERT_UNTRUSTED",
];

/** What was heard is not what was spoken: TLS and plain text, HTTP and something else. */
export const PROTOCOL_CODES: readonly string[] = [
  "EPROTO",
  "ERR_SSL_WRONG_VERSION_NUMBER",
  "ERR_SSL_PACKET_LENGTH_TOO_LONG",
  "HPE_INVALID_CONSTANT",
  "HPE_INVALID_VERSION",
];

/** Nobody answered; those of undici as gateways report them. */
export const TIMEOUT_CODES: readonly string[] = [
  "ETIMEDOUT",
  "ESOCKETTIMEDOUT",
  "UND_ERR_HEADERS_TIMEOUT",
  "UND_ERR_BODY_TIMEOUT",
  "UND_ERR_CONNECT_TIMEOUT",
  "TimeoutError",
];

/** The answer's frame or compression is broken: whatever sent or relayed it lost or added bytes. Node's parser and zlib. */
export const DAMAGE_CODES: readonly string[] = [
  "HPE_INVALID_CHUNK_SIZE",
  "HPE_INVALID_CONTENT_LENGTH",
  "HPE_INVALID_EOF_STATE",
  "HPE_INVALID_HEADER_TOKEN",
  "HPE_INVALID_STATUS",
  "HPE_INVALID_TRANSFER_ENCODING",
  "HPE_CR_EXPECTED",
  "HPE_LF_EXPECTED",
  "HPE_STRICT",
  "HPE_CLOSED_CONNECTION",
  "Z_DATA_ERROR",
  "Z_BUF_ERROR",
];
