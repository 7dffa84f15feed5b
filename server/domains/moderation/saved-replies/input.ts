import { z } from "zod";
import { MAX_MESSAGE_LENGTH, MAX_NAME_LENGTH } from "@/shared/bounds.ts";
import { multilineText, reference, singleLineText } from "@/shared/text/text.ts";

const replyFields = { title: singleLineText(MAX_NAME_LENGTH), text: multilineText(MAX_MESSAGE_LENGTH) };

export const CreateSavedReply = z.object(replyFields);
export type CreateSavedReply = z.output<typeof CreateSavedReply>;

export const SavedReplyKey = z.object({ replyId: reference() });
export type SavedReplyKey = z.output<typeof SavedReplyKey>;

export const EditSavedReply = SavedReplyKey.extend(replyFields);
export type EditSavedReply = z.output<typeof EditSavedReply>;
