import { type KeyObject, X509Certificate } from "node:crypto";
import type { Env } from "@/server/core/env/env.ts";
import { splitPem } from "./api.ts";
import { DIGICERT_EV_INTERMEDIATE } from "./digicert.ts";

/** Host names of PayPal's signing certificates. */
const SIGNERS: Record<Env["PAYPAL_ENVIRONMENT"], readonly string[]> = {
  live: ["messageverificationcerts.paypal.com"],
  sandbox: ["messageverificationcerts.paypal.com", "messageverificationcerts.sandbox.paypal.com"],
};
const MAX_CHAIN_LENGTH = 5;
const MIN_KEY_BITS = 2_048;

export interface SigningCertificate {
  key: KeyObject;
  /** Validity of the whole chain, in milliseconds since the epoch. */
  validFrom: number;
  validTo: number;
}

/**
 * Verifies a certificate file and returns its signing key. The first certificate must name PayPal's signer and chain to
 * a root through the file's other certificates or the bundled intermediate. Null if it does not or is expired.
 */
export function verifyCertificateChain(
  pem: string,
  roots: readonly X509Certificate[],
  environment: Env["PAYPAL_ENVIRONMENT"],
  now: Date,
): SigningCertificate | null {
  const [leaf, ...others] = parseCertificates(splitPem(pem).slice(0, MAX_CHAIN_LENGTH));
  if (!leaf || !SIGNERS[environment].some((name) => leaf.checkHost(name))) return null;
  const { publicKey: key } = leaf;
  const bits = key.asymmetricKeyDetails?.modulusLength ?? 0;
  if (key.asymmetricKeyType !== "rsa" || bits < MIN_KEY_BITS) return null;
  const chain = findChain(leaf, [...others, ...parseCertificates([DIGICERT_EV_INTERMEDIATE])], roots);
  if (!chain) return null;
  const validFrom = Math.max(...chain.map((certificate) => Date.parse(certificate.validFrom)));
  const validTo = Math.min(...chain.map((certificate) => Date.parse(certificate.validTo)));
  return validFrom <= now.getTime() && now.getTime() <= validTo ? { key, validFrom, validTo } : null;
}

/** Finds a chain from the leaf to a trusted root, depth first. */
function findChain(
  leaf: X509Certificate,
  intermediates: readonly X509Certificate[],
  roots: readonly X509Certificate[],
  depth = 1,
): X509Certificate[] | null {
  const root = roots.find((certificate) => hasIssued(certificate, leaf));
  if (root) return [leaf, root];
  if (depth >= MAX_CHAIN_LENGTH) return null;
  for (const issuer of intermediates.filter(
    (certificate) => certificate.ca && hasIssued(certificate, leaf),
  )) {
    const rest = findChain(
      issuer,
      intermediates.filter((certificate) => certificate !== issuer),
      roots,
      depth + 1,
    );
    if (rest) return [leaf, ...rest];
  }
  return null;
}

const hasIssued = (issuer: X509Certificate, subject: X509Certificate): boolean =>
  subject.checkIssued(issuer) && subject.verify(issuer.publicKey);

function parseCertificates(pems: readonly string[]): X509Certificate[] {
  try {
    return pems.map((pem) => new X509Certificate(pem));
  } catch {
    return [];
  }
}
