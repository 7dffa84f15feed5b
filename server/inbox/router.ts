import { personProcedure, router } from "../http/trpc/procedures.ts";
import { MarkRead, MuteNotices } from "./input.ts";
import { countUnread, listMuted, markRead, muteNotices, readInbox } from "./service.ts";

export const inboxRouter = router({
  read: personProcedure.query(({ ctx }) => readInbox(ctx)),
  unread: personProcedure.query(({ ctx }) => countUnread(ctx)),
  markRead: personProcedure.input(MarkRead).mutation(({ ctx, input }) => markRead(ctx, input)),
  muted: personProcedure.query(({ ctx }) => listMuted(ctx)),
  mute: personProcedure.input(MuteNotices).mutation(({ ctx, input }) => muteNotices(ctx, input)),
});
