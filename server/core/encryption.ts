import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from "node:crypto";
import type { EncryptionSubject } from "@/db/encrypted-columns.ts";
import { AppError } from "@/shared/errors.ts";
import { env } from "./env/env.ts";

/**
 * Encryption of secrets at rest: AES-256-GCM with `SECRETS_KEY`. The first key encrypts, all decrypt. The format is version
 * (1 byte), key id (4), initialization vector (12), authentication tag (16), ciphertext.
 */
const VERSION = 1;
const KEY_ID_BYTES = 4;
/** Version and key id. */
export const KEY_PREFIX_BYTES = 1 + KEY_ID_BYTES;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const HEADER_BYTES = KEY_PREFIX_BYTES + IV_BYTES + TAG_BYTES;
const ALGORITHM = "aes-256-gcm";
const RETRY_AFTER_SECONDS = 60;

/** Key of 32 bytes for one purpose, the same in every process. Another `NEXTAUTH_SECRET` gives another key. */
export function deriveKey(purpose: string): Buffer {
  const { NEXTAUTH_SECRET } = env();
  if (!NEXTAUTH_SECRET) throw new Error("NEXTAUTH_SECRET is not set");
  return Buffer.from(hkdfSync("sha256", NEXTAUTH_SECRET, "", `drydock ${purpose}`, 32));
}

/**
 * Encrypts a text.
 * @param subject column and row where it is stored (`db/encrypted-columns.ts`); decryption fails elsewhere, so rows cannot be
 * swapped
 * @throws AppError `UNAVAILABLE` without `SECRETS_KEY`
 */
export function encryptSecret(text: string, subject: EncryptionSubject): Buffer {
  const [key] = readKeys();
  if (!key) throw unavailable("SECRETS_KEY is not set, so no secret can be stored.");
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(ALGORITHM, key.bytes, iv, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.from(subject));
  const ciphertext = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([key.prefix, iv, cipher.getAuthTag(), ciphertext]);
}

/**
 * Decrypts a text of the same `subject`.
 * @throws AppError `UNAVAILABLE` if its key is missing or the bytes were changed
 */
export function decryptSecret(encrypted: Uint8Array, subject: EncryptionSubject): string {
  const bytes = Buffer.from(encrypted);
  const key = findKeyOf(bytes);
  if (!key) throw unavailable("SECRETS_KEY does not have the key of a stored secret.");
  const tagStart = KEY_PREFIX_BYTES + IV_BYTES;
  try {
    const iv = bytes.subarray(KEY_PREFIX_BYTES, tagStart);
    const decipher = createDecipheriv(ALGORITHM, key.bytes, iv, { authTagLength: TAG_BYTES });
    decipher.setAAD(Buffer.from(subject));
    decipher.setAuthTag(bytes.subarray(tagStart, HEADER_BYTES));
    return Buffer.concat([decipher.update(bytes.subarray(HEADER_BYTES)), decipher.final()]).toString();
  } catch (cause) {
    throw unavailable("A stored secret cannot be decrypted.", cause);
  }
}

/**
 * First bytes of all texts that the present key encrypted. Texts with other first bytes must be encrypted again. Null
 * without a key.
 */
export function currentKeyPrefix(): Buffer | null {
  const [key] = readKeys();
  return key?.prefix ?? null;
}

/** True if one of the keys encrypted a stored secret. Its first `KEY_PREFIX_BYTES` suffice. */
export const hasKeyOf = (encrypted: Uint8Array): boolean => findKeyOf(encrypted) !== undefined;

const findKeyOf = (encrypted: Uint8Array) =>
  readKeys().find(({ prefix }) => prefix.equals(Buffer.from(encrypted).subarray(0, KEY_PREFIX_BYTES)));

const unavailable = (detail: string, cause?: unknown) =>
  new AppError("UNAVAILABLE", detail, { retryAfterSeconds: RETRY_AFTER_SECONDS, cause });

function readKeys() {
  return (env().SECRETS_KEY ?? []).map((text) => {
    const bytes = Buffer.from(text, "base64");
    const digest = createHash("sha256").update("drydock secrets key").update(bytes).digest();
    return { bytes, prefix: Buffer.concat([Buffer.of(VERSION), digest.subarray(0, KEY_ID_BYTES)]) };
  });
}
