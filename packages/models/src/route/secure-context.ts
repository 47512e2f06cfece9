import { readFileSync } from "node:fs";
import * as tls from "node:tls";

/**
 * A context that trusts these certificates and all that Node trusts without it. Made once for all connections of a
 * route: reading some hundred roots takes 50 ms.
 */
export function secureContextWith(certificates: readonly string[]): tls.SecureContext {
  return tls.createSecureContext({ ca: [...nodeCertificates(), ...certificates] });
}

/** Whoever gives `ca` gets nothing else, so Node's own come along: its roots and NODE_EXTRA_CA_CERTS. */
function nodeCertificates(): readonly string[] {
  // Node 22.15 and later know it themselves, with the system's store if --use-system-ca is given.
  if ("getCACertificates" in tls && typeof tls.getCACertificates === "function")
    return tls.getCACertificates("default");
  return [...tls.rootCertificates, ...extraCertificates()];
}

function extraCertificates(): readonly string[] {
  const path = process.env.NODE_EXTRA_CA_CERTS;
  if (!path) return [];
  try {
    return [readFileSync(path, "latin1")];
  } catch {
    // Node has warned of it when it started.
    return [];
  }
}
