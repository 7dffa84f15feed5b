import { adminProcedure, router } from "@/server/http/trpc/procedures.ts";
import { dismissFailedMails, sendFailedMailsAgain } from "./failed-mails.ts";
import { FailedMails, ListMails, MailKey } from "./input.ts";
import { dismissMail, getMail, listMails, sendMailAgain } from "./service.ts";

export const adminMailsRouter = router({
  list: adminProcedure.input(ListMails).query(({ ctx, input }) => listMails(ctx, input)),
  get: adminProcedure.input(MailKey).query(({ ctx, input }) => getMail(ctx, input.mailId)),
  dismiss: adminProcedure.input(MailKey).mutation(({ ctx, input }) => dismissMail(ctx, input.mailId)),
  dismissFailed: adminProcedure
    .input(FailedMails)
    .mutation(({ ctx, input }) => dismissFailedMails(ctx, input)),
  sendFailedAgain: adminProcedure
    .input(FailedMails)
    .mutation(({ ctx, input }) => sendFailedMailsAgain(ctx, input)),
  sendAgain: adminProcedure.input(MailKey).mutation(({ ctx, input }) => sendMailAgain(ctx, input.mailId)),
});
