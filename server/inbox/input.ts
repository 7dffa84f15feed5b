import { z } from "zod";
import { NOTICE_KINDS } from "@/db/schema/vocabulary.ts";
import { reference } from "../platform/text.ts";

/** Which notices were read: one, or all of them where none is named. */
export const MarkRead = z.object({ noticeId: reference().optional() });
export type MarkRead = z.output<typeof MarkRead>;

/** What the person does not want to be told. */
export const MuteNotices = z.object({
  muted: z.array(z.enum(NOTICE_KINDS)).transform((kinds) => [...new Set(kinds)]),
});
export type MuteNotices = z.output<typeof MuteNotices>;
