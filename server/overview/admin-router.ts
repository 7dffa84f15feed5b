import { adminProcedure, router } from "../http/trpc/procedures.ts";
import { readAttention } from "./service.ts";

export const adminOverviewRouter = router({
  attention: adminProcedure.query(({ ctx }) => readAttention(ctx)),
});
