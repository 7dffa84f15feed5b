import { createHmac } from "node:crypto";
import { TOKEN_SECRETS } from "./environment.ts";
import type { Account } from "./fixtures.ts";

type Json = Record<string, unknown>;

export interface Forgery {
  /** Replaced header parameters; undefined removes one. */
  header?: Json;
  /** Replaced claims; undefined removes one. */
  claims?: Json;
  /** Payload instead of claims. */
  payload?: string;
  secret?: string;
  digest?: "sha256" | "sha384" | "sha512";
  /** Replaces the valid signature. */
  signature?: string;
}

/** The account's token with changes; without any it is valid. */
export function forgeToken(account: Account, forgery: Forgery = {}): string {
  const [, ownPayload = ""] = account.token.split(".");
  const claims = { ...JSON.parse(Buffer.from(ownPayload, "base64url").toString()), ...forgery.claims };
  const header = { alg: "HS256", typ: "at+jwt", ...forgery.header };
  const signed = `${encode(JSON.stringify(header))}.${encode(forgery.payload ?? JSON.stringify(claims))}`;
  const { secret = TOKEN_SECRETS[0], digest = "sha256" } = forgery;
  const signature = createHmac(digest, secret).update(signed).digest("base64url");
  return `${signed}.${forgery.signature ?? signature}`;
}

/** Unix time in seconds. */
export const secondsFromNow = (seconds: number) => Math.floor(Date.now() / 1000) + seconds;

const encode = (text: string) => Buffer.from(text).toString("base64url");
