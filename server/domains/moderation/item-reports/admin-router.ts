import { adminProcedure, router } from "@/server/http/trpc/procedures.ts";
import { CloseItemReport, ListItemReports } from "./input.ts";
import { closeItemReport, listItemReports } from "./service.ts";

export const adminItemReportsRouter = router({
  list: adminProcedure.input(ListItemReports).query(({ ctx, input }) => listItemReports(ctx, input)),
  close: adminProcedure.input(CloseItemReport).mutation(({ ctx, input }) => closeItemReport(ctx, input)),
});
