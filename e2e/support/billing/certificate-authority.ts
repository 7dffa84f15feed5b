import {
  generateKeyPairSync,
  type KeyObject,
  type KeyPairKeyObjectResult,
  randomInt,
  sign,
} from "node:crypto";
import { DAY_MS } from "@/shared/time.ts";

export interface Certificate {
  pem: string;
  key: KeyObject;
  name: string;
}

export interface CertificateOptions {
  /** Subject alternative names: hosts or IPv4 addresses. Default: the common name. */
  hosts?: readonly string[];
  isAuthority?: boolean;
  from?: Date;
  to?: Date;
  bitLength?: number;
}

/** DER encoding (X.690) of the ASN.1 types that a certificate needs. */
const der = (tag: number, ...parts: Uint8Array[]): Buffer => {
  const body = Buffer.concat(parts);
  const { length } = body;
  if (length < 128) return Buffer.concat([Buffer.from([tag, length]), body]);
  const digits = Buffer.from(length.toString(16).padStart(length > 255 ? 4 : 2, "0"), "hex");
  return Buffer.concat([Buffer.from([tag, 0x80 | digits.length]), digits, body]);
};

const sequence = (...parts: Uint8Array[]): Buffer => der(0x30, ...parts);
const set = (...parts: Uint8Array[]): Buffer => der(0x31, ...parts);
const integer = (value: number): Buffer => der(0x02, Buffer.from([value]));
const octets = (...parts: Uint8Array[]): Buffer => der(0x04, ...parts);
const bits = (body: Uint8Array): Buffer => der(0x03, Buffer.from([0]), body);
const utf8 = (text: string): Buffer => der(0x0c, Buffer.from(text));
const booleanTrue: Buffer = der(0x01, Buffer.from([0xff]));
const nullValue: Buffer = der(0x05);
/** `20260801120000Z` */
const time = (at: Date): Buffer =>
  der(0x18, Buffer.from(`${at.toISOString().replaceAll(/[-:T]/g, "").slice(0, 14)}Z`));

const oid = (dotted: string): Buffer => {
  const [first = 0, second = 0, ...rest] = dotted.split(".").map(Number);
  const base128 = (value: number): number[] => {
    const low = [value & 0x7f];
    for (let high = value >> 7; high > 0; high >>= 7) low.unshift((high & 0x7f) | 0x80);
    return low;
  };
  return der(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]));
};

const RSA_SHA256 = sequence(oid("1.2.840.113549.1.1.11"), nullValue);

/** Self-signed root certificate. */
export const createRoot = (name: string, options: CertificateOptions = {}): Certificate =>
  createCertificate(name, null, { isAuthority: true, ...options });

/** X.509 certificate signed by `issuer`, or self-signed. */
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
    distinguishedName(issuer?.name ?? name),
    sequence(time(options.from ?? new Date(now - DAY_MS)), time(options.to ?? new Date(now + DAY_MS))),
    distinguishedName(name),
    publicKey.export({ type: "spki", format: "der" }),
    der(0xa3, sequence(...(isAuthority ? [basicConstraints] : [subjectAltName(hosts)]))),
  );
  const signed = sequence(body, RSA_SHA256, bits(sign("sha256", body, issuer?.key ?? key)));
  const text = signed.toString("base64").replaceAll(/.{64}/g, "$&\n");
  return { pem: `-----BEGIN CERTIFICATE-----\n${text}\n-----END CERTIFICATE-----\n`, key, name };
}

const pairs = new Map<string, KeyPairKeyObjectResult>();
let created = 0;

/** Key pair from a pool of four per size: generating one is slow, and two consecutive certificates differ. */
function nextKeyPair(modulusLength: number): KeyPairKeyObjectResult {
  created += 1;
  const slot = `${modulusLength} ${created % 4}`;
  const pair = pairs.get(slot) ?? generateKeyPairSync("rsa", { modulusLength });
  pairs.set(slot, pair);
  return pair;
}

const distinguishedName = (name: string): Buffer => sequence(set(sequence(oid("2.5.4.3"), utf8(name))));

const basicConstraints = sequence(oid("2.5.29.19"), booleanTrue, octets(sequence(booleanTrue)));

const subjectAltName = (hosts: readonly string[]): Buffer =>
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
