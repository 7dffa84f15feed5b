import { z } from "zod";
import { reference, singleLineText } from "@/shared/text/text.ts";

export const MAX_NOTICE_LENGTH = 200;

export const BuildKey = z.object({ buildId: reference() });

/** Notice on the builds that failed like one of them. */
export const AddNotice = BuildKey.extend({ text: singleLineText(MAX_NOTICE_LENGTH) });
export type AddNotice = z.output<typeof AddNotice>;

export const NoticeKey = z.object({ noticeId: reference() });
