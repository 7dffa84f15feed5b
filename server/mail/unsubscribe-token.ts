import { jwtVerify, SignJWT } from "jose";
import { z } from "zod";
import { NOTICE_KINDS, type NoticeKind } from "@/db/schema/vocabulary.ts";
import { env } from "../platform/env/env.ts";
import { publicOrigin } from "../platform/env/public-origin.ts";

const ISSUER = "drydock";
const AUDIENCE = "drydock-unsubscribe";
const TYPE = "unsubscribe+jwt";
const MAX_TOKEN_LENGTH = 1_024;

const Claims = z.object({ sub: z.uuid(), kind: z.enum(NOTICE_KINDS) });

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

/** Signed links that turn off one kind of mail. They do not expire, and can do nothing else. */
export async function createUnsubscribeLinks({ userId, kind }: Unsubscription): Promise<UnsubscribeLinks> {
  const [key] = keys();
  if (!key) throw new Error("API_TOKEN_SECRET is not set");
  const token = await new SignJWT({ kind })
    .setProtectedHeader({ alg: "HS256", typ: TYPE })
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setSubject(userId)
    .sign(key);
  return {
    endpoint: `${publicOrigin()}/api/mail/unsubscribe/${token}`,
    page: `${publicOrigin()}/unsubscribe/${token}`,
  };
}

/** What a token turns off; null if it is invalid. */
export async function verifyUnsubscribeToken(token: string): Promise<Unsubscription | null> {
  if (token.length > MAX_TOKEN_LENGTH) return null;
  for (const key of keys()) {
    try {
      const { payload } = await jwtVerify(token, key, {
        algorithms: ["HS256"],
        typ: TYPE,
        issuer: ISSUER,
        audience: AUDIENCE,
      });
      const { sub, kind } = Claims.parse(payload);
      return { userId: sub, kind };
    } catch {
      // Another secret of the rotation may have signed it.
    }
  }
  return null;
}

const keys = () => (env().API_TOKEN_SECRET ?? []).map((secret) => new TextEncoder().encode(secret));
