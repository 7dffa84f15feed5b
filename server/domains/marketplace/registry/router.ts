import { publicProcedure, router } from "@/server/http/trpc/procedures.ts";
import { RegistryItemKey } from "./input.ts";
import { getPresentation } from "./presentation.ts";

export const registryRouter = router({
  presentation: publicProcedure.input(RegistryItemKey).query(({ ctx, input }) => getPresentation(ctx, input)),
});
