import { type HttpProxy, proxyFor } from "./http-proxy.js";
import { type CertificateFiles, trustedCertificates } from "./trusted-certificates.js";

/** How requests to one origin travel. As it is created, so it stays: connections are kept for each route. */
export interface Route {
  /** Absent: directly. */
  proxy?: HttpProxy;
  /** Root certificates in PEM that are trusted besides those that Node trusts. */
  certificates?: readonly string[];
}

/**
 * The route to an address, from the environment and the settings. Touches no network; reads the certificates, where
 * TLS is spoken.
 *
 * @throws InvalidOptionError naming the variable or option for a proxy or a file of certificates that cannot be used
 * @example
 * routeTo(new URL("https://api.openai.com/v1"), { env: { HTTPS_PROXY: "http://proxy.corp:3128" } })
 * // { proxy: { url: http://proxy.corp:3128/, variable: "HTTPS_PROXY" } }
 */
export function routeTo(url: URL, settings: CertificateFiles): Route {
  const proxy = proxyFor(url, settings.env);
  const speaksTls = url.protocol === "https:" || proxy?.url.protocol === "https:";
  const certificates = speaksTls ? trustedCertificates(settings) : [];
  return { ...(proxy && { proxy }), ...(certificates.length > 0 && { certificates }) };
}
