import type { Env } from "../../platform/env/env.ts";

const HOSTS: Record<Env["PAYPAL_ENVIRONMENT"], readonly string[]> = {
  live: ["api.paypal.com", "api-m.paypal.com"],
  sandbox: ["api.sandbox.paypal.com", "api-m.sandbox.paypal.com"],
};
const FOLDER = "/v1/notifications/certs/";

/**
 * The URL of a signing certificate, normalised, if PayPal's certificates are to be found there: https on the default
 * port of a host of the configured environment, without user-info, query or fragment, below the one folder.
 */
export function readCertificateUrl(text: string, environment: Env["PAYPAL_ENVIRONMENT"]): URL | null {
  if (text.length > 500 || !/^[\x21-\x7e]+$/.test(text) || text.includes("\\") || !URL.canParse(text))
    return null;
  const url = new URL(text);
  const isThere =
    url.protocol === "https:" &&
    HOSTS[environment].includes(url.hostname) &&
    url.port === "" &&
    url.username === "" &&
    url.password === "" &&
    !/[@?#]/.test(text) &&
    url.pathname.startsWith(FOLDER) &&
    /^[A-Za-z0-9._-]+$/.test(url.pathname.slice(FOLDER.length));
  return isThere ? url : null;
}
