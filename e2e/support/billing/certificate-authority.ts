import {
  generateKeyPairSync,
  type KeyObject,
  type KeyPairKeyObjectResult,
  randomInt,
  sign,
} from "node:crypto";
import { bits, der, integer, nothing, octets, oid, sequence, set, time, utf8, yes } from "./der.ts";

export interface Certificate {
  pem: string;
  key: KeyObject;
  name: string;
}

export interface CertificateOptions {
  /** The names or addresses that it is made out to; the common name where left out. */
  hosts?: readonly string[];
  isAuthority?: boolean;
  from?: Date;
  to?: Date;
  bitLength?: number;
}

const DAY_MS = 86_400_000;
const RSA_SHA256 = sequence(oid("1.2.840.113549.1.1.11"), nothing);

/** A root that vouches for itself. */
export const createRoot = (name: string, options: CertificateOptions = {}): Certificate =>
  createCertificate(name, null, { isAuthority: true, ...options });

/** A certificate that `issuer` signed, or that signed itself. */
export function createCertificate(
  name: string,
  issuer: Certificate | null,
  options: CertificateOptions = {},
): Certificate {
  const { hosts = [name], isAuthority = false, bitLength: modulusLength = 2_048 } = options;
  const { publicKey, privateKey: key } = nextKeyPair(modulusLength);
  const now = Date.now();
  const version = der(0xa0, integer(2));
  const body = sequence(
    version,
    der(0x02, Buffer.from([1, ...Array.from({ length: 12 }, () => randomInt(256))])),
    RSA_SHA256,
    distinguished(issuer?.name ?? name),
    sequence(time(options.from ?? new Date(now - DAY_MS)), time(options.to ?? new Date(now + DAY_MS))),
    distinguished(name),
    publicKey.export({ type: "spki", format: "der" }),
    der(0xa3, sequence(...(isAuthority ? [authority] : [madeOutTo(hosts)]))),
  );
  const signed = sequence(body, RSA_SHA256, bits(sign("sha256", body, issuer?.key ?? key)));
  const text = signed.toString("base64").replaceAll(/.{64}/g, "$&\n");
  return { pem: `-----BEGIN CERTIFICATE-----\n${text}\n-----END CERTIFICATE-----\n`, key, name };
}

const pairs = new Map<string, KeyPairKeyObjectResult>();
let created = 0;

/** One of a few pairs in turn: making one costs far more than all else, and neighbours have different ones. */
function nextKeyPair(modulusLength: number): KeyPairKeyObjectResult {
  created += 1;
  const slot = `${modulusLength} ${created % 4}`;
  const pair = pairs.get(slot) ?? generateKeyPairSync("rsa", { modulusLength });
  pairs.set(slot, pair);
  return pair;
}

const distinguished = (name: string): Buffer => sequence(set(sequence(oid("2.5.4.3"), utf8(name))));

const authority = sequence(oid("2.5.29.19"), yes, octets(sequence(yes)));

const madeOutTo = (hosts: readonly string[]): Buffer =>
  sequence(
    oid("2.5.29.17"),
    octets(
      sequence(
        ...hosts.map((host) =>
          /^\d+\.\d+\.\d+\.\d+$/.test(host)
            ? der(0x87, Buffer.from(host.split(".").map(Number)))
            : der(0x82, Buffer.from(host)),
        ),
      ),
    ),
  );
