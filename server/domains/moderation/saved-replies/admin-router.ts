import { adminProcedure, router } from "@/server/http/trpc/procedures.ts";
import {
  CreateSavedReply,
  createSavedReply,
  deleteSavedReply,
  EditSavedReply,
  editSavedReply,
  listSavedReplies,
  SavedReplyKey,
} from "./service.ts";

export const adminSavedRepliesRouter = router({
  list: adminProcedure.query(({ ctx }) => listSavedReplies(ctx)),
  create: adminProcedure.input(CreateSavedReply).mutation(({ ctx, input }) => createSavedReply(ctx, input)),
  edit: adminProcedure.input(EditSavedReply).mutation(({ ctx, input }) => editSavedReply(ctx, input)),
  delete: adminProcedure.input(SavedReplyKey).mutation(({ ctx, input }) => deleteSavedReply(ctx, input)),
});
