import { z } from "zod";
import { adminProcedure, router } from "../http/trpc/procedures.ts";
import { reference } from "../platform/text.ts";
import { browseAudit, getAuditEntry, listAuditActions } from "./browse.ts";
import { BrowseAudit } from "./input.ts";

export const adminAuditRouter = router({
  list: adminProcedure.input(BrowseAudit).query(({ ctx, input }) => browseAudit(ctx, input)),
  get: adminProcedure
    .input(z.object({ entryId: reference() }))
    .query(({ ctx, input }) => getAuditEntry(ctx, input.entryId)),
  actions: adminProcedure.query(({ ctx }) => listAuditActions(ctx)),
});
