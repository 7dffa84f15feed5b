import { z } from "zod";
import { AppKey } from "@/server/domains/apps/input.ts";
import { router, tenantProcedure } from "@/server/http/trpc/procedures.ts";
import { reference } from "@/shared/text/text.ts";
import { listBuildInputs, listUnavailableItems } from "./described-inputs.ts";

export const buildInputsRouter = router({
  inputs: tenantProcedure
    .input(z.object({ buildId: reference() }))
    .query(({ ctx, input }) => listBuildInputs(ctx, input.buildId)),
  unavailableInputs: tenantProcedure
    .input(AppKey)
    .query(({ ctx, input }) => listUnavailableItems(ctx, input)),
});
