import { createHmac, timingSafeEqual } from "node:crypto";
import { env } from "@/server/core/env/env.ts";
import { publicOrigin } from "@/server/core/env/public-origin.ts";
import { isUuid } from "@/shared/text/uuid.ts";
import { NOTICE_KINDS, type NoticeKind } from "@/shared/vocabulary.ts";

/** Mails that an unsubscribe link turns off. */
export interface Unsubscription {
  userId: string;
  kind: NoticeKind;
}

export interface UnsubscribeLinks {
  /** Endpoint of `List-Unsubscribe`, for mail programs (RFC 8058). */
  endpoint: string;
  /** Page for readers, with a button. */
  page: string;
}

/**
 * Signed links that turn off one kind of mail. They do not expire, and can do nothing else. The token is the kind, the
 * user's id and a message authentication code, so that it is short enough for the text of a mail. Null without a
 * secret.
 */
export function createUnsubscribeLinks({ userId, kind }: Unsubscription): UnsubscribeLinks | null {
  const [key] = env().API_TOKEN_SECRET ?? [];
  if (!key) return null;
  const user = Buffer.from(userId.replaceAll("-", ""), "hex").toString("base64url");
  const token = `${kind}.${user}.${sign({ userId, kind }, key).toString("base64url")}`;
  return {
    endpoint: `${publicOrigin()}/api/mail/unsubscribe/${token}`,
    page: `${publicOrigin()}/unsubscribe/${token}`,
  };
}

const TOKEN = /^([A-Z_]{1,40})\.([\w-]{22})\.([\w-]{22})$/;

/** User and kind of mail that a token turns off; null if it is invalid. Any secret of a rotation may have signed it. */
export function verifyUnsubscribeToken(token: string): Unsubscription | null {
  const [, name, user = "", code = ""] = TOKEN.exec(token) ?? [];
  const kind = NOTICE_KINDS.find((one) => one === name);
  const userId = toUuid(Buffer.from(user, "base64url").toString("hex"));
  if (!kind || !isUuid(userId)) return null;
  const given = Buffer.from(code, "base64url");
  const isSigned = (env().API_TOKEN_SECRET ?? []).some((key) => {
    const expected = sign({ userId, kind }, key);
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
  return isSigned ? { userId, kind } : null;
}

const CODE_BYTES = 16;

const sign = ({ userId, kind }: Unsubscription, key: string): Buffer =>
  createHmac("sha256", key).update(`drydock unsubscribe ${userId} ${kind}`).digest().subarray(0, CODE_BYTES);

const toUuid = (hex: string): string => hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
