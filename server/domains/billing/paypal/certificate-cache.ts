import { X509Certificate } from "node:crypto";
import { LRUCache } from "lru-cache";
import { processSingleton } from "@/db/client.ts";
import { env } from "@/server/core/env/env.ts";
import { AppError } from "@/shared/errors.ts";
import { getApiBase, requestHost, trustedRoots } from "./api.ts";
import { type SigningCertificate, verifyCertificateChain } from "./certificate-chain.ts";

const MAX_CERTIFICATES = 32;
const CERTIFICATE_TTL_MS = 24 * 60 * 60 * 1_000;
const REJECTED_TTL_MS = 60_000;
const MAX_CONCURRENT_FETCHES = 8;
/** Bounds all attempts together; shorter than the timeout of the webhook request. */
const FETCH_TIMEOUT_MS = 4_000;
const FIRST_FETCH_TIMEOUT_MS = 3_000;

/**
 * Certificate cache: finds the certificate at a URL of `parseCertificateUrl`; null if its chain is not valid. Concurrent
 * requests share one fetch.
 * @throws AppError `UNAVAILABLE` while the host does not answer
 */
export async function findCertificate(url: URL, now: Date): Promise<SigningCertificate | null> {
  const { cache, fetching } = state();
  const cached = cache.get(url.href);
  if (cached) return cached.certificate && isValidAt(cached.certificate, now) ? cached.certificate : null;
  const running = fetching.get(url.href);
  if (running) return running;
  if (fetching.size >= MAX_CONCURRENT_FETCHES) throw unavailable("too many certificates are being fetched");
  const fetched = fetchCertificate(url, now).finally(() => fetching.delete(url.href));
  fetching.set(url.href, fetched);
  return fetched;
}

const state = () =>
  processSingleton("paypal-certificates", () => ({
    cache: new LRUCache<string, { certificate: SigningCertificate | null }>({ max: MAX_CERTIFICATES }),
    fetching: new Map<string, Promise<SigningCertificate | null>>(),
    roots: trustedRoots().map((pem) => new X509Certificate(pem)),
  }));

async function fetchCertificate(url: URL, now: Date): Promise<SigningCertificate | null> {
  const pem = await fetchPem(url);
  const certificate = pem ? verifyCertificateChain(pem, state().roots, env().PAYPAL_ENVIRONMENT, now) : null;
  const ttl = certificate ? CERTIFICATE_TTL_MS : REJECTED_TTL_MS;
  state().cache.set(url.href, { certificate }, { ttl });
  return certificate;
}

/**
 * Fetches the certificate file. With a gateway in `PAYPAL_API_BASE`, the same path is tried there first; its certificate
 * is verified like PayPal's.
 */
async function fetchPem(url: URL): Promise<string | null> {
  const hosts = env().PAYPAL_API_BASE ? [`${getApiBase()}${url.pathname}`, url.href] : [url.href];
  const startedAt = performance.now();
  let failure = "";
  for (const [index, href] of hosts.entries()) {
    const leftMs = Math.ceil(FETCH_TIMEOUT_MS - (performance.now() - startedAt));
    const timeoutMs = index < hosts.length - 1 ? FIRST_FETCH_TIMEOUT_MS : leftMs;
    const result = await requestHost({ url: href, method: "GET", timeoutMs });
    if (result.isComplete && result.response.status === 200) return result.response.body.toString("latin1");
    const isGateway = href !== url.href;
    if (result.isComplete && result.response.status < 500 && !isGateway) return null;
    failure = result.isComplete ? `status ${result.response.status}` : result.message;
  }
  throw unavailable(failure);
}

const isValidAt = ({ validFrom, validTo }: SigningCertificate, now: Date): boolean =>
  validFrom <= now.getTime() && now.getTime() <= validTo;

const unavailable = (detail: string) =>
  new AppError("UNAVAILABLE", `PayPal's certificate cannot be fetched now: ${detail}.`, {
    retryAfterSeconds: 30,
  });
