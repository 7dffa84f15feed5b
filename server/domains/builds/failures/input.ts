import { z } from "zod";
import { MAX_BUILD_NOTE_LENGTH } from "@/shared/bounds.ts";
import { reference, singleLineText } from "@/shared/text/text.ts";
import { BuildKey } from "../input.ts";

/** Notice on the builds that failed like one of them. */
export const AddNotice = BuildKey.extend({ text: singleLineText(MAX_BUILD_NOTE_LENGTH) });
export type AddNotice = z.output<typeof AddNotice>;

export const NoticeKey = z.object({ noticeId: reference() });
