import { adminProcedure, router } from "@/server/http/trpc/procedures.ts";
import { EntryKey, ListAuditEntries } from "./input.ts";
import { getAuditEntry, listAuditActions, listAuditEntries } from "./list-entries.ts";

export const adminAuditRouter = router({
  list: adminProcedure.input(ListAuditEntries).query(({ ctx, input }) => listAuditEntries(ctx, input)),
  get: adminProcedure.input(EntryKey).query(({ ctx, input }) => getAuditEntry(ctx, input.entryId)),
  actions: adminProcedure.query(({ ctx }) => listAuditActions(ctx)),
});
