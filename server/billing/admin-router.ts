import { z } from "zod";
import { adminProcedure, router } from "../http/trpc/procedures.ts";
import { reference } from "../platform/text.ts";
import { dryRunEvent, ignoreEvent, processAgain } from "./decide.ts";
import { BrowseBillingEvents, IgnoreBillingEvent, ProcessBillingEvent } from "./input.ts";
import { browseEvents, countUnresolvedEvents, getEvent } from "./list-events.ts";

export const adminBillingRouter = router({
  events: adminProcedure.input(BrowseBillingEvents).query(({ ctx, input }) => browseEvents(ctx, input)),
  event: adminProcedure
    .input(z.object({ eventId: reference() }))
    .query(({ ctx, input }) => getEvent(ctx, input.eventId)),
  unsettled: adminProcedure.query(({ ctx }) => countUnresolvedEvents(ctx)),
  rehearse: adminProcedure.input(ProcessBillingEvent).mutation(({ ctx, input }) => dryRunEvent(ctx, input)),
  processAgain: adminProcedure
    .input(ProcessBillingEvent)
    .mutation(({ ctx, input }) => processAgain(ctx, input)),
  ignore: adminProcedure.input(IgnoreBillingEvent).mutation(({ ctx, input }) => ignoreEvent(ctx, input)),
});
