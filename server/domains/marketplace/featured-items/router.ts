import { publicProcedure, router } from "@/server/http/trpc/procedures.ts";
import { listShownFeaturedItems } from "./service.ts";

export const featuredItemsRouter = router({
  list: publicProcedure.query(({ ctx }) => listShownFeaturedItems(ctx)),
});
