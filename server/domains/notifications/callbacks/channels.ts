import { count, eq } from "drizzle-orm";
import type { Transaction } from "@/db/client.ts";
import { deliveries, domainEvents, notificationChannels, tenants } from "@/db/schema/index.ts";
import type { AuditSubject } from "@/server/core/audit.ts";
import { requireRecentAuthentication, requireSuperAdmin } from "@/server/core/authorize.ts";
import type { Context } from "@/server/core/context.ts";
import { type Change, mutate } from "@/server/core/transactions.ts";
import { EVENTS } from "@/server/events/event-types.ts";
import { outbound } from "@/server/outbound/outbound.ts";
import { wakeLoops } from "@/server/queue/due-loop.ts";
import { invalidTransition, notFound, validationFailed } from "@/shared/errors.ts";
import { DAY_MS } from "@/shared/time.ts";
import { HEALTHY } from "./callback-retry-policy.ts";
import { parkPending } from "./channel-health.ts";
import type { CreateChannel, UpdateChannel } from "./input.ts";
import { generateSecret } from "./signature.ts";

const MAX_CHANNELS = 100;
const SECRET_OVERLAP_MS = DAY_MS;

export type Channel = typeof notificationChannels.$inferSelect;

/**
 * Creates a channel. For Super Admins. The URL is checked now for early feedback, and again on each connection. The
 * secret is returned only here.
 * @throws AppError `PERMISSION_DENIED`; `VALIDATION_FAILED` for an address that may not be called or an unknown tenant
 */
export async function createChannel(ctx: Context, input: CreateChannel) {
  const admin = requireSuperAdmin(ctx);
  requireRecentAuthentication(admin);
  await requireAllowedUrl(input.url);
  const { secret, verificationKey } = generateSecret(input.signing);
  return mutate(admin, "channel.create", async (tx) => {
    await requireTenant(tx, input.tenantId);
    const [existing] = await tx.select({ count: count() }).from(notificationChannels);
    if ((existing?.count ?? 0) >= MAX_CHANNELS) {
      throw invalidTransition(`There can be at most ${MAX_CHANNELS} endpoints.`);
    }
    const id = admin.newId();
    await tx.insert(notificationChannels).values({ ...input, id, secret, createdAt: admin.now() });
    const result = { channelId: id, secret: verificationKey };
    return toChannelChange({ id, tenantId: input.tenantId }, result, { after: { ...input } });
  });
}

/**
 * Changes a channel's name, URL or filters; existing deliveries stay. For Super Admins.
 * @throws AppError `PERMISSION_DENIED`, `NOT_FOUND`, `VALIDATION_FAILED` as in `createChannel`
 */
export async function updateChannel(ctx: Context, { channelId, ...fields }: UpdateChannel): Promise<void> {
  const admin = requireSuperAdmin(ctx);
  requireRecentAuthentication(admin);
  await requireAllowedUrl(fields.url);
  await mutate(admin, "channel.update", async (tx) => {
    const { name, url, eventTypes, tenantId } = await lockChannel(tx, channelId);
    await requireTenant(tx, fields.tenantId);
    await tx.update(notificationChannels).set(fields).where(eq(notificationChannels.id, channelId));
    return toChannelChange({ id: channelId, tenantId: fields.tenantId }, undefined, {
      before: { name, url, eventTypes, tenantId },
      after: { ...fields },
    });
  });
}

/**
 * Rotates a channel's secret. Requests are signed with the new and the previous secret for `SECRET_OVERLAP_MS`, so that
 * the receiver can switch; an older one ends at once. For Super Admins.
 * @throws AppError `PERMISSION_DENIED`, `NOT_FOUND`
 */
export async function rotateSecret(ctx: Context, channelId: string) {
  const admin = requireSuperAdmin(ctx);
  return mutate(admin, "channel.rotate_secret", async (tx) => {
    const channel = await lockChannel(tx, channelId);
    const { secret, verificationKey } = generateSecret(channel.signing);
    const previousSecretUntil = new Date(admin.now().getTime() + SECRET_OVERLAP_MS);
    await tx
      .update(notificationChannels)
      .set({ secret, previousSecret: channel.secret, previousSecretUntil })
      .where(eq(notificationChannels.id, channelId));
    const result = { channelId, secret: verificationKey };
    return toChannelChange(channel, result, {
      after: { previousSecretUntil: previousSecretUntil.toISOString() },
    });
  });
}

/** Pauses a channel and parks its pending deliveries. @throws AppError `PERMISSION_DENIED`, `NOT_FOUND`, `INVALID_TRANSITION` */
export async function pauseChannel(ctx: Context, channelId: string): Promise<void> {
  const admin = requireSuperAdmin(ctx);
  await mutate(admin, "channel.pause", async (tx) => {
    const channel = await lockChannel(tx, channelId);
    if (channel.pausedAt) throw invalidTransition("The endpoint is already paused.");
    await tx
      .update(notificationChannels)
      .set({ pausedAt: admin.now() })
      .where(eq(notificationChannels.id, channelId));
    await parkPending(tx, channelId);
    return toChannelChange(channel, undefined, { after: { paused: true } });
  });
}

/**
 * Resumes a paused or disabled channel and resets its health. Parked deliveries stay parked until they are resolved.
 * @throws AppError `PERMISSION_DENIED`, `NOT_FOUND`, `INVALID_TRANSITION`
 */
export async function resumeChannel(ctx: Context, channelId: string): Promise<void> {
  const admin = requireSuperAdmin(ctx);
  await mutate(admin, "channel.resume", async (tx) => {
    const channel = await lockChannel(tx, channelId);
    if (!channel.pausedAt && !channel.disabledAt) {
      throw invalidTransition("The endpoint is already active.");
    }
    await tx
      .update(notificationChannels)
      .set({ ...HEALTHY, pausedAt: null, disabledAt: null, disabledReason: null })
      .where(eq(notificationChannels.id, channelId));
    return toChannelChange(channel, undefined, {
      before: { paused: channel.pausedAt !== null, disabled: channel.disabledAt !== null },
      after: { paused: false, disabled: false },
    });
  });
}

/**
 * Sends one signed test event to a channel, even a closed one, with a single attempt. For Super Admins.
 * @throws AppError `PERMISSION_DENIED`, `NOT_FOUND`
 */
export async function testChannel(ctx: Context, channelId: string): Promise<{ deliveryId: string }> {
  const admin = requireSuperAdmin(ctx);
  return mutate(admin, "channel.test", async (tx) => {
    const channel = await lockChannel(tx, channelId);
    const [now, eventId, deliveryId] = [admin.now(), admin.newId(), admin.newId()];
    const { version, data } = EVENTS["channel.test"];
    wakeLoops("events", ctx.db);
    const [event] = await tx
      .insert(domainEvents)
      .values({
        id: eventId,
        tenantId: channel.tenantId,
        type: "channel.test",
        version,
        subjectId: channelId,
        data: data.parse({ channelId, message: `Test event for endpoint ${channel.name}.` }),
        occurredAt: now,
        dispatchedAt: now,
      })
      .returning({ sequence: domainEvents.sequence });
    if (!event) throw notFound("endpoint");
    await tx.insert(deliveries).values({
      id: deliveryId,
      channelId,
      eventId,
      subjectId: channelId,
      sequence: event.sequence,
      isTest: true,
      nextAttemptAt: now,
      createdAt: now,
    });
    return toChannelChange(channel, { deliveryId }, { after: { deliveryId } });
  });
}

export const toChannelChange = <T>(
  { id, tenantId }: Pick<Channel, "id" | "tenantId">,
  result: T,
  values: Pick<AuditSubject, "before" | "after">,
): Change<T> => ({ result, audit: { type: "channel", id, tenantId, ...values } });

/** Locks a channel's row. @throws AppError `NOT_FOUND` */
export async function lockChannel(tx: Transaction, channelId: string): Promise<Channel> {
  const [channel] = await tx
    .select()
    .from(notificationChannels)
    .where(eq(notificationChannels.id, channelId))
    .for("update");
  if (!channel) throw notFound("endpoint");
  return channel;
}

async function requireAllowedUrl(url: string): Promise<void> {
  const refusal = await outbound().findRefusal(url);
  if (refusal) throw validationFailed([{ path: "url", message: refusal }]);
}

async function requireTenant(tx: Transaction, tenantId: string | null): Promise<void> {
  if (tenantId === null) return;
  const [tenant] = await tx.select({ id: tenants.id }).from(tenants).where(eq(tenants.id, tenantId));
  if (!tenant) throw validationFailed([{ path: "tenantId", message: "does not exist" }]);
}
