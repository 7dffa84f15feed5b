import { z } from "zod";
import { plainText, reference } from "@/shared/text/text.ts";
import { NOTICE_KINDS } from "@/shared/vocabulary.ts";

/** Without `noticeId` all notices. */
export const MarkRead = z.object({ noticeId: reference().optional() });
export type MarkRead = z.output<typeof MarkRead>;

export const SetPreference = z.object({ kind: z.enum(NOTICE_KINDS), bell: z.boolean(), mail: z.boolean() });
export type SetPreference = z.output<typeof SetPreference>;

/** Without `channels` the app follows the preferences of the kinds again. */
export const SetAppPreference = z.object({
  appId: reference(),
  channels: z.object({ bell: z.boolean(), mail: z.boolean() }).nullable(),
});
export type SetAppPreference = z.output<typeof SetAppPreference>;

export const UnsubscribeLink = z.object({ token: plainText(1_024) });
