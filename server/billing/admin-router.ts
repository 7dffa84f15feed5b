import { z } from "zod";
import { adminProcedure, router } from "../http/trpc/procedures.ts";
import { reference } from "../platform/text.ts";
import { ignoreEvent, processAgain, rehearseEvent } from "./decide.ts";
import { BrowseBillingEvents, IgnoreBillingEvent, ProcessBillingEvent } from "./input.ts";
import { browseEvents, countUnsettled, getEvent } from "./list-events.ts";

export const adminBillingRouter = router({
  events: adminProcedure.input(BrowseBillingEvents).query(({ ctx, input }) => browseEvents(ctx, input)),
  event: adminProcedure
    .input(z.object({ eventId: reference() }))
    .query(({ ctx, input }) => getEvent(ctx, input.eventId)),
  unsettled: adminProcedure.query(({ ctx }) => countUnsettled(ctx)),
  rehearse: adminProcedure.input(ProcessBillingEvent).mutation(({ ctx, input }) => rehearseEvent(ctx, input)),
  processAgain: adminProcedure
    .input(ProcessBillingEvent)
    .mutation(({ ctx, input }) => processAgain(ctx, input)),
  ignore: adminProcedure.input(IgnoreBillingEvent).mutation(({ ctx, input }) => ignoreEvent(ctx, input)),
});
