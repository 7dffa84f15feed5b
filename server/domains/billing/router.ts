import { router, tenantProcedure } from "@/server/http/trpc/procedures.ts";
import { ListPayments } from "./input.ts";
import { getBilling, listPayments } from "./tenant-billing.ts";

export const billingRouter = router({
  overview: tenantProcedure.query(({ ctx }) => getBilling(ctx)),
  payments: tenantProcedure.input(ListPayments).query(({ ctx, input }) => listPayments(ctx, input)),
});
