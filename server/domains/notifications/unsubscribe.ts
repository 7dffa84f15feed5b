import { eq } from "drizzle-orm";
import { users } from "@/db/schema/index.ts";
import type { Context } from "@/server/core/context.ts";
import { read } from "@/server/core/transactions.ts";
import { type Unsubscription, verifyUnsubscribeToken } from "@/server/mail/unsubscribe-token.ts";
import { notFound } from "@/shared/errors.ts";
import type { NoticeKind } from "@/shared/vocabulary.ts";
import { changePreference, loadPreferences } from "./preferences.ts";

export interface UnsubscribeOffer {
  kind: NoticeKind;
  /** True if the user gets mails of this kind, apart from those of single apps. */
  isOn: boolean;
}

/** Kind of mail that an unsubscribe link turns off. Needs no session: the token is signed. @throws AppError `NOT_FOUND` */
export async function getUnsubscribeOffer(ctx: Context, token: string): Promise<UnsubscribeOffer> {
  const { userId, kind } = await requireUnsubscription(ctx, token);
  const preferences = await read(ctx, (tx) => loadPreferences(tx, [userId]));
  return { kind, isOn: preferences.channelsOf({ userId, kind }).mail };
}

/** Turns off the mails that the token names; a repetition changes nothing. @throws AppError `NOT_FOUND` */
export async function unsubscribe(ctx: Context, token: string): Promise<void> {
  const { userId, kind } = await requireUnsubscription(ctx, token);
  await changePreference(ctx, userId, kind, { mail: false });
}

async function requireUnsubscription(ctx: Context, token: string): Promise<Unsubscription> {
  const unsubscription = verifyUnsubscribeToken(token);
  if (!unsubscription) throw notFound("unsubscribe link");
  const user = await read(ctx, (tx) =>
    tx.query.users.findFirst({ where: eq(users.id, unsubscription.userId) }),
  );
  if (!user) throw notFound("unsubscribe link");
  return unsubscription;
}
