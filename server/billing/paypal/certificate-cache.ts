import { X509Certificate } from "node:crypto";
import { LRUCache } from "lru-cache";
import { processSingleton } from "@/db/client.ts";
import { env } from "../../platform/env/env.ts";
import { AppError } from "../../platform/errors.ts";
import { getApiBase, requestHost, trustedRoots } from "./api.ts";
import { type SigningCertificate, verifyCertificateChain } from "./certificate-chain.ts";

/** PayPal uses a handful of certificates for years. */
const MAX_CERTIFICATES = 32;
const KEPT_MS = 24 * 60 * 60 * 1_000;
const REJECTED_TTL_MS = 60_000;
const MAX_FETCHES = 8;
/** All attempts together, which ends before the caller's deadline does; and one of several. */
const FETCH_TIMEOUT_MS = 4_000;
const FIRST_FETCH_TIMEOUT_MS = 3_000;

/**
 * The certificate at a URL that `parseCertificateUrl` let through, or null where it proves nothing about PayPal. Kept for
 * a day; fetched once, however many deliveries wait for it.
 * @throws AppError `UNAVAILABLE` while the host does not answer
 */
export async function findCertificate(url: URL, now: Date): Promise<SigningCertificate | null> {
  const { kept, fetching } = state();
  const known = kept.get(url.href);
  if (known) return known.certificate && isValidAt(known.certificate, now) ? known.certificate : null;
  const running = fetching.get(url.href);
  if (running) return running;
  if (fetching.size >= MAX_FETCHES) throw away("too many certificates are being fetched");
  const fetched = fetchCertificate(url, now).finally(() => fetching.delete(url.href));
  fetching.set(url.href, fetched);
  return fetched;
}

const state = () =>
  processSingleton("paypal-certificates", () => ({
    kept: new LRUCache<string, { certificate: SigningCertificate | null }>({ max: MAX_CERTIFICATES }),
    fetching: new Map<string, Promise<SigningCertificate | null>>(),
    roots: trustedRoots().map((pem) => new X509Certificate(pem)),
  }));

async function fetchCertificate(url: URL, now: Date): Promise<SigningCertificate | null> {
  const pem = await fetchPem(url);
  const certificate = pem ? verifyCertificateChain(pem, state().roots, env().PAYPAL_ENVIRONMENT, now) : null;
  const ttl = certificate ? KEPT_MS : REJECTED_TTL_MS;
  state().kept.set(url.href, { certificate }, { ttl });
  return certificate;
}

/**
 * The file at the URL. Where the operator put a gateway before PayPal's API, that is asked for the same path first;
 * what it hands out is trusted no more than what PayPal does.
 */
async function fetchPem(url: URL): Promise<string | null> {
  const hosts = env().PAYPAL_API_BASE ? [`${getApiBase()}${url.pathname}`, url.href] : [url.href];
  const startedAt = performance.now();
  let failure = "";
  for (const [index, href] of hosts.entries()) {
    const leftMs = Math.ceil(FETCH_TIMEOUT_MS - (performance.now() - startedAt));
    const timeoutMs = index < hosts.length - 1 ? FIRST_FETCH_TIMEOUT_MS : leftMs;
    const result = await requestHost({ url: href, method: "GET", timeoutMs });
    if (result.answered && result.answer.status === 200) return result.answer.body.toString("latin1");
    const isGateway = href !== url.href;
    if (result.answered && result.answer.status < 500 && !isGateway) return null;
    failure = result.answered ? `status ${result.answer.status}` : result.message;
  }
  throw away(failure);
}

const isValidAt = ({ validFrom, validTo }: SigningCertificate, now: Date): boolean =>
  validFrom <= now.getTime() && now.getTime() <= validTo;

const away = (detail: string) =>
  new AppError("UNAVAILABLE", `PayPal's certificate cannot be fetched now: ${detail}.`, {
    retryAfterSeconds: 30,
  });
