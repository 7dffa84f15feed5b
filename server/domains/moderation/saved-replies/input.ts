import { z } from "zod";
import { multilineText, reference, singleLineText } from "@/shared/text/text.ts";

const replyFields = { title: singleLineText(80), text: multilineText(2_000) };

export const CreateSavedReply = z.object(replyFields);
export type CreateSavedReply = z.output<typeof CreateSavedReply>;

export const SavedReplyKey = z.object({ replyId: reference() });
export type SavedReplyKey = z.output<typeof SavedReplyKey>;

export const EditSavedReply = SavedReplyKey.extend(replyFields);
export type EditSavedReply = z.output<typeof EditSavedReply>;
