import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { InvalidOptionError } from "@millrace/protocol";
import type { Environment } from "../environment.js";

/** Where certificates are named. */
export interface CertificateFiles {
  env: Environment;
  /** A file of root certificates in PEM. */
  caFile?: string;
}

const CERTIFICATE = /-----BEGIN (?:X509 )?CERTIFICATE-----[\s\S]+?-----END (?:X509 )?CERTIFICATE-----/g;

/**
 * The certificates of `SSL_CERT_FILE` and of `caFile`, as texts in PEM. They are trusted besides Node's own roots and
 * `NODE_EXTRA_CA_CERTS`, never in their place.
 *
 * @throws InvalidOptionError naming the variable or the option, and the file: a file that is missed silently shows later,
 *   as a certificate that is not trusted
 */
export function trustedCertificates({ env, caFile }: CertificateFiles): readonly string[] {
  const variable = env.SSL_CERT_FILE?.trim();
  return [
    ...(variable ? readCertificates(variable, "SSL_CERT_FILE", "SSL_CERT_FILE") : []),
    ...(caFile === undefined ? [] : readCertificates(caFile, "caFile", "`caFile`")),
  ];
}

function readCertificates(path: string, option: string, shown: string): readonly string[] {
  const wrong = (what: string) => new InvalidOptionError(option, `${shown} names ${path}, which ${what}.`);
  let text: string;
  try {
    text = readFileSync(path, "latin1");
  } catch (error) {
    throw wrong(`cannot be read (${error instanceof Error && "code" in error ? error.code : error})`);
  }
  const found = text.match(CERTIFICATE) ?? [];
  if (found.length === 0) {
    throw wrong("holds no certificate in PEM, which begins with -----BEGIN CERTIFICATE-----");
  }
  for (const [index, certificate] of found.entries()) {
    try {
      new X509Certificate(certificate);
    } catch {
      throw wrong(`is damaged: its certificate ${index + 1} of ${found.length} cannot be read`);
    }
  }
  return found;
}
