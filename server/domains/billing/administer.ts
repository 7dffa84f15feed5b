import { eq } from "drizzle-orm";
import type { Reader, Transaction } from "@/db/client.ts";
import { billingEvents, tenants } from "@/db/schema/index.ts";
import { requireSuperAdmin } from "@/server/core/authorize.ts";
import type { Context } from "@/server/core/context.ts";
import { dryRun, mutate, read } from "@/server/core/transactions.ts";
import { enqueue } from "@/server/queue/enqueue.ts";
import { AppError, notFound, validationFailed } from "@/shared/errors.ts";
import { applyEvent, type BillingEvent, type ProcessingResult, processingJobKey } from "./apply.ts";
import type { IgnoreBillingEvent, ProcessBillingEvent } from "./input.ts";
import { canIgnoreEvent, canReprocessEvent } from "./policy.ts";
import { parseEvent } from "./process.ts";

/**
 * Queues an event for processing again and, with `tenant`, assigns it to that tenant. Processing is idempotent.
 * For Super Admins.
 * @throws AppError `NOT_FOUND`, `INVALID_TRANSITION`, `VALIDATION_FAILED` for a tenant that does not exist
 */
export async function reprocessEvent(ctx: Context, input: ProcessBillingEvent): Promise<void> {
  const admin = requireSuperAdmin(ctx);
  await mutate(admin, "billing_event.process_again", async (tx) => {
    const event = await lockEvent(tx, input.eventId);
    requirePayload(event);
    if (!canReprocessEvent(event.state))
      throw new AppError("INVALID_TRANSITION", "This event is already being processed.");
    const assignedTo = await findTenant(tx, input.tenant);
    await tx
      .update(billingEvents)
      .set({ state: "RECEIVED", error: null, processedAt: null, ...(assignedTo && { assignedTo }) })
      .where(eq(billingEvents.id, event.id));
    await enqueue(tx, "process_billing_event", { eventId: event.id }, { jobKey: processingJobKey(event.id) });
    return toChange(
      { id: event.id, tenantId: assignedTo ?? event.tenantId },
      { state: event.state, error: event.error, assignedTo: event.assignedTo },
      { state: "RECEIVED", assignedTo: assignedTo ?? event.assignedTo },
    );
  });
}

/**
 * Ignores an event that has had no effect, with a reason. For Super Admins.
 * @throws AppError `NOT_FOUND`, `INVALID_TRANSITION`
 */
export async function ignoreEvent(ctx: Context, { eventId, reason }: IgnoreBillingEvent): Promise<void> {
  const admin = requireSuperAdmin(ctx);
  await mutate(admin, "billing_event.ignore", async (tx) => {
    const event = await lockEvent(tx, eventId);
    if (!canIgnoreEvent(event.state)) {
      throw new AppError("INVALID_TRANSITION", "Only events without an effect can be ignored.");
    }
    const error = `Ignored by ${admin.actor.name}: ${reason}`;
    await tx
      .update(billingEvents)
      .set({ state: "IGNORED", error, processedAt: admin.now() })
      .where(eq(billingEvents.id, event.id));
    const { state, error: previousError } = event;
    return toChange(event, { state, error: previousError }, { state: "IGNORED", reason });
  });
}

/**
 * Dry run of an event: processes it in a transaction that is rolled back. For Super Admins.
 * @throws AppError `NOT_FOUND`, `VALIDATION_FAILED`, `UNAVAILABLE` while PayPal cannot confirm it
 */
export async function dryRunEvent(
  ctx: Context,
  input: ProcessBillingEvent,
): Promise<Pick<ProcessingResult, "state" | "reason" | "changes">> {
  const admin = requireSuperAdmin(ctx);
  const [event, assignedTo] = await read(admin, async (tx) => [
    await tx.query.billingEvents.findFirst({ where: eq(billingEvents.id, input.eventId) }),
    await findTenant(tx, input.tenant),
  ]);
  if (!event) throw notFound("billing event");
  requirePayload(event);
  const parsed = await parseEvent(event);
  const { state, reason, changes } = await dryRun<Context, ProcessingResult>(admin, async (joined) => {
    if (!joined.open) throw new Error("a dry run has a transaction");
    const assigned = { ...event, assignedTo: assignedTo ?? event.assignedTo };
    return applyEvent(joined.open.tx, joined, assigned, parsed);
  });
  return { state, reason, changes };
}

const toChange = (
  { id, tenantId }: Pick<BillingEvent, "id" | "tenantId">,
  before: Record<string, unknown>,
  after: Record<string, unknown>,
) => ({ result: undefined, audit: { type: "billing_event" as const, id, tenantId, before, after } });

async function lockEvent(tx: Transaction, eventId: string): Promise<BillingEvent> {
  const [event] = await tx.select().from(billingEvents).where(eq(billingEvents.id, eventId)).for("update");
  if (!event) throw notFound("billing event");
  return event;
}

function requirePayload(event: BillingEvent): void {
  if (!event.redactedAt) return;
  throw new AppError("INVALID_TRANSITION", "The payload of this event was redacted and can’t be processed.");
}

async function findTenant(tx: Reader, slug: string | undefined): Promise<string | null> {
  if (!slug) return null;
  const [tenant] = await tx.select({ id: tenants.id }).from(tenants).where(eq(tenants.slug, slug));
  if (!tenant) throw validationFailed([{ path: "tenant", message: "does not match a workspace" }]);
  return tenant.id;
}
