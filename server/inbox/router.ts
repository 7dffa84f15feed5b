import { router, userProcedure } from "../http/trpc/procedures.ts";
import { MarkRead, MuteNotices } from "./input.ts";
import { countUnread, getInbox, listPreferences, markRead, muteNotices } from "./service.ts";

export const inboxRouter = router({
  read: userProcedure.query(({ ctx }) => getInbox(ctx)),
  unread: userProcedure.query(({ ctx }) => countUnread(ctx)),
  markRead: userProcedure.input(MarkRead).mutation(({ ctx, input }) => markRead(ctx, input)),
  preferences: userProcedure.query(({ ctx }) => listPreferences(ctx)),
  mute: userProcedure.input(MuteNotices).mutation(({ ctx, input }) => muteNotices(ctx, input)),
});
