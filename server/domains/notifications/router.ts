import { publicProcedure, router, userProcedure } from "@/server/http/trpc/procedures.ts";
import { MarkRead, SetAppPreference, SetPreference, UnsubscribeLink } from "./input.ts";
import { listAppPreferences, listPreferences, setAppPreference, setPreference } from "./preferences.ts";
import { countUnread, getInbox, markRead } from "./service.ts";
import { getUnsubscribeOffer } from "./unsubscribe.ts";

export const notificationsRouter = router({
  read: userProcedure.query(({ ctx }) => getInbox(ctx)),
  unread: userProcedure.query(({ ctx }) => countUnread(ctx)),
  markRead: userProcedure.input(MarkRead).mutation(({ ctx, input }) => markRead(ctx, input)),
  preferences: userProcedure.query(({ ctx }) => listPreferences(ctx)),
  setPreference: userProcedure.input(SetPreference).mutation(({ ctx, input }) => setPreference(ctx, input)),
  appPreferences: userProcedure.query(({ ctx }) => listAppPreferences(ctx)),
  setAppPreference: userProcedure
    .input(SetAppPreference)
    .mutation(({ ctx, input }) => setAppPreference(ctx, input)),
  unsubscribeOffer: publicProcedure
    .input(UnsubscribeLink)
    .query(({ ctx, input }) => getUnsubscribeOffer(ctx, input.token)),
});
