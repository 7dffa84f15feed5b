import { z } from "zod";
import { NOTICE_KINDS } from "@/db/schema/vocabulary.ts";
import { reference } from "../platform/text.ts";

/** Without `noticeId` all notices. */
export const MarkRead = z.object({ noticeId: reference().optional() });
export type MarkRead = z.output<typeof MarkRead>;

export const MuteNotices = z.object({ kind: z.enum(NOTICE_KINDS), isMuted: z.boolean() });
export type MuteNotices = z.output<typeof MuteNotices>;
