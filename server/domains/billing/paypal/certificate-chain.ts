import { type KeyObject, X509Certificate } from "node:crypto";
import type { Env } from "@/server/core/env/env.ts";
import { splitPem } from "./api.ts";

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

/**
 * Intermediate certificate "DigiCert SHA2 Extended Validation Server CA": it issues PayPal's signing certificates, but
 * PayPal omits it from the files it serves. Trusted only through its root.
 */
const DIGICERT_EV_INTERMEDIATE = `-----BEGIN CERTIFICATE-----
MIIEtjCCA56gAwIBAgIQDHmpRLCMEZUgkmFf4msdgzANBgkqhkiG9w0BAQsFADBs
MQswCQYDVQQGEwJVUzEVMBMGA1UEChMMRGlnaUNlcnQgSW5jMRkwFwYDVQQLExB3
d3cuZGlnaWNlcnQuY29tMSswKQYDVQQDEyJEaWdpQ2VydCBIaWdoIEFzc3VyYW5j
ZSBFViBSb290IENBMB4XDTEzMTAyMjEyMDAwMFoXDTI4MTAyMjEyMDAwMFowdTEL
MAkGA1UEBhMCVVMxFTATBgNVBAoTDERpZ2lDZXJ0IEluYzEZMBcGA1UECxMQd3d3
LmRpZ2ljZXJ0LmNvbTE0MDIGA1UEAxMrRGlnaUNlcnQgU0hBMiBFeHRlbmRlZCBW
YWxpZGF0aW9uIFNlcnZlciBDQTCCASIwDQYJKoZIhvcNAQEBBQADggEPADCCAQoC
ggEBANdTpARR+JmmFkhLZyeqk0nQOe0MsLAAh/FnKIaFjI5j2ryxQDji0/XspQUY
uD0+xZkXMuwYjPrxDKZkIYXLBxA0sFKIKx9om9KxjxKws9LniB8f7zh3VFNfgHk/
LhqqqB5LKw2rt2O5Nbd9FLxZS99RStKh4gzikIKHaq7q12TWmFXo/a8aUGxUvBHy
/Urynbt/DvTVvo4WiRJV2MBxNO723C3sxIclho3YIeSwTQyJ3DkmF93215SF2AQh
cJ1vb/9cuhnhRctWVyh+HA1BV6q3uCe7seT6Ku8hI3UarS2bhjWMnHe1c63YlC3k
8wyd7sFOYn4XwHGeLN7x+RAoGTMCAwEAAaOCAUkwggFFMBIGA1UdEwEB/wQIMAYB
Af8CAQAwDgYDVR0PAQH/BAQDAgGGMB0GA1UdJQQWMBQGCCsGAQUFBwMBBggrBgEF
BQcDAjA0BggrBgEFBQcBAQQoMCYwJAYIKwYBBQUHMAGGGGh0dHA6Ly9vY3NwLmRp
Z2ljZXJ0LmNvbTBLBgNVHR8ERDBCMECgPqA8hjpodHRwOi8vY3JsNC5kaWdpY2Vy
dC5jb20vRGlnaUNlcnRIaWdoQXNzdXJhbmNlRVZSb290Q0EuY3JsMD0GA1UdIAQ2
MDQwMgYEVR0gADAqMCgGCCsGAQUFBwIBFhxodHRwczovL3d3dy5kaWdpY2VydC5j
b20vQ1BTMB0GA1UdDgQWBBQ901Cl1qCt7vNKYApl0yHU+PjWDzAfBgNVHSMEGDAW
gBSxPsNpA/i/RwHUmCYaCALvY2QrwzANBgkqhkiG9w0BAQsFAAOCAQEAnbbQkIbh
hgLtxaDwNBx0wY12zIYKqPBKikLWP8ipTa18CK3mtlC4ohpNiAexKSHc59rGPCHg
4xFJcKx6HQGkyhE6V6t9VypAdP3THYUYUN9XR3WhfVUgLkc3UHKMf4Ib0mKPLQNa
2sPIoc4sUqIAY+tzunHISScjl2SFnjgOrWNoPLpSgVh5oywM395t6zHyuqB8bPEs
1OG9d4Q3A84ytciagRpKkk47RpqF/oOi+Z6Mo8wNXrM9zwR4jxQUezKcxwCmXMS1
oVWNWlZopCJwqjyBcdmdqEU79OX2olHdx3ti6G8MdOu42vi/hw15UJGQmxg7kVkn
8TUoE6smftX3eg==
-----END CERTIFICATE-----`;
