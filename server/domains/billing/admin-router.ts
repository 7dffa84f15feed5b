import { z } from "zod";
import { adminProcedure, router } from "@/server/http/trpc/procedures.ts";
import { reference } from "@/shared/text/text.ts";
import { dryRunEvent, ignoreEvent, reprocessEvent } from "./administer.ts";
import { IgnoreBillingEvent, ListBillingEvents, ProcessBillingEvent } from "./input.ts";
import { countUnresolvedEvents, getEvent, listEvents } from "./list-events.ts";

export const adminBillingRouter = router({
  events: adminProcedure.input(ListBillingEvents).query(({ ctx, input }) => listEvents(ctx, input)),
  event: adminProcedure
    .input(z.object({ eventId: reference() }))
    .query(({ ctx, input }) => getEvent(ctx, input.eventId)),
  unresolved: adminProcedure.query(({ ctx }) => countUnresolvedEvents(ctx)),
  dryRun: adminProcedure.input(ProcessBillingEvent).mutation(({ ctx, input }) => dryRunEvent(ctx, input)),
  reprocess: adminProcedure
    .input(ProcessBillingEvent)
    .mutation(({ ctx, input }) => reprocessEvent(ctx, input)),
  ignore: adminProcedure.input(IgnoreBillingEvent).mutation(({ ctx, input }) => ignoreEvent(ctx, input)),
});
