import { z } from "zod";
import { router, tenantProcedure } from "@/server/http/trpc/procedures.ts";
import { reference } from "@/shared/text/text.ts";
import { createInstallLink } from "./install.ts";
import { findPreviousArtifact } from "./previous-artifact.ts";

const ByBuild = z.object({ buildId: reference() });

export const artifactsRouter = router({
  installLink: tenantProcedure
    .input(ByBuild)
    .query(({ ctx, input }) => createInstallLink(ctx, input.buildId)),
  previousArtifact: tenantProcedure
    .input(ByBuild)
    .query(({ ctx, input }) => findPreviousArtifact(ctx, input.buildId)),
});
