import { apiTokens } from "@/db/schema/index.ts";
import {
  createContext,
  database,
  systemContext,
  type TenantContext,
  type UserActor,
} from "@/server/core/context.ts";
import { withTransaction } from "@/server/core/transactions.ts";
import { reportBuild } from "@/server/domains/builds/report.ts";
import { queueBuild } from "@/server/domains/builds/service.ts";
import { dispatchEvents } from "@/server/domains/notifications/callbacks/dispatch-events.ts";
import { type DomainEvent, recordEvent } from "@/server/events/record-event.ts";
import { DAY_MS } from "@/shared/time.ts";

/** Turns the events so far into notices and mails. */
export const dispatch = () => dispatchEvents(systemContext("test"));

/** Records an event and dispatches it. */
export async function dispatchEvent(event: DomainEvent): Promise<void> {
  const system = systemContext("test");
  await withTransaction(system, ({ open: { tx } }) => recordEvent(tx, system, event));
  await dispatch();
}

/** Queues a build as a member, and ends it as its worker. */
export async function endBuild(
  ctx: TenantContext,
  appId: string,
  status: "FAILED" | "COMPLETED",
  { gitRef = "main", errorLog }: { gitRef?: string; errorLog?: string } = {},
) {
  const build = await queueBuild(ctx, appId, { platform: "IOS", version: "1.2.0", gitRef });
  const worker = createContext({ kind: "worker", workerId: null });
  await reportBuild(worker, { buildId: build.id, status, ...(errorLog && { errorLog }) });
  await dispatch();
  return build;
}

/** Has a payment of €49.00 fail. */
export async function failPayment({ tenant }: TenantContext, failure: string | null): Promise<void> {
  const id = systemContext("test").newId();
  await dispatchEvent({
    type: "billing.payment_failed",
    tenantId: tenant.id,
    subjectId: id,
    data: {
      paymentId: id,
      provider: "STRIPE",
      subscriptionId: null,
      amountMinor: "4900",
      currency: "EUR",
      description: "Team plan",
      failure,
    },
  });
}

/** Instant some days from now. */
export const inDays = (days: number): Date => new Date(Date.now() + days * DAY_MS);

/** Creates API tokens of a member, which expire in six days unless `values` say otherwise. */
export async function createExpiringTokens(
  { tenant, actor: { userId } }: TenantContext<UserActor>,
  tokens: ({ name: string } & Partial<typeof apiTokens.$inferInsert>)[],
): Promise<void> {
  const common = { tenantId: tenant.id, userId, permissions: [], lastFour: "abcd" };
  const lifetime = { createdAt: inDays(-80), expiresAt: inDays(6) };
  await database()
    .systemDb.orm.insert(apiTokens)
    .values(
      tokens.map((values) => ({ id: systemContext("test").newId(), ...common, ...lifetime, ...values })),
    );
}
