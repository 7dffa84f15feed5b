import { adminProcedure, router } from "@/server/http/trpc/procedures.ts";
import { Search } from "./input.ts";
import { searchPlatform } from "./search-platform.ts";

export const adminSearchRouter = router({
  platform: adminProcedure.input(Search).query(({ ctx, input }) => searchPlatform(ctx, input)),
});
