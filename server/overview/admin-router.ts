import { adminProcedure, router } from "../trpc.ts";
import { readAttention } from "./service.ts";

export const adminOverviewRouter = router({
  attention: adminProcedure.query(({ ctx }) => readAttention(ctx)),
});
