import { adminProcedure, router } from "@/server/http/trpc/procedures.ts";
import { getAttention } from "./service.ts";

export const adminOverviewRouter = router({
  attention: adminProcedure.query(({ ctx }) => getAttention(ctx)),
});
