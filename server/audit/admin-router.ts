import { z } from "zod";
import { reference } from "@/shared/text/text.ts";
import { adminProcedure, router } from "../http/trpc/procedures.ts";
import { ListAuditEntries } from "./input.ts";
import { getAuditEntry, listAuditActions, listAuditEntries } from "./list-entries.ts";

export const adminAuditRouter = router({
  list: adminProcedure.input(ListAuditEntries).query(({ ctx, input }) => listAuditEntries(ctx, input)),
  get: adminProcedure
    .input(z.object({ entryId: reference() }))
    .query(({ ctx, input }) => getAuditEntry(ctx, input.entryId)),
  actions: adminProcedure.query(({ ctx }) => listAuditActions(ctx)),
});
