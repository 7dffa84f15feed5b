import { asc, eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import { deliveries, deliveryAttempts, notificationChannels } from "@/db/schema/index.ts";
import { type Context, database, systemContext } from "@/server/core/context.ts";
import { parseAllowList } from "@/server/core/env/allow-list.ts";
import { completeEnv } from "@/server/core/env/env.ts";
import { withTransaction } from "@/server/core/transactions.ts";
import { RETRY_SCHEDULE_MS } from "@/server/domains/notifications/callbacks/callback-retry-policy.ts";
import { createChannel } from "@/server/domains/notifications/callbacks/channels.ts";
import { dispatchEvents } from "@/server/domains/notifications/callbacks/dispatch-events.ts";
import { createSender, type Sender } from "@/server/domains/notifications/callbacks/sender.ts";
import { recordEvent } from "@/server/events/record-event.ts";
import { createOutbound, type Outbound } from "@/server/outbound/outbound.ts";
import { signInAdmin } from "./platform.ts";
import { type Receiver, startReceiver } from "./receivers/receiver.ts";
import { respondWith } from "./receivers/responders.ts";

/** Response timeout instead of 15 s. The retry delays are real: the sender's clock is moved forward. */
export const CALLBACK_TIMEOUT_MS = 2_000;

/** Fixture for callbacks: a Super Admin, a receiver on loopback, and a sender with a movable clock. */
export interface CallbackFixture {
  admin: Context;
  receiver: Receiver;
  sender: Sender;
  /** Offset of the sender's clock, in milliseconds. */
  clockOffsetMs: number;
}

/** Sets up the fixture for a test file, after `setUpPlatform`; the sender is new for each test. */
export function setUpCallbacks(): CallbackFixture {
  const fixture = { clockOffsetMs: 0 } as CallbackFixture;
  let outbound: Outbound;
  beforeAll(async () => {
    completeEnv({ OUTBOUND_ALLOW_HOSTS: "127.0.0.1", NEXTAUTH_URL: "https://drydock.test" });
    fixture.admin = await signInAdmin();
    fixture.receiver = await startReceiver(respondWith(200));
    outbound = createOutbound({ allow: parseAllowList("127.0.0.1") ?? [] });
  });
  beforeEach(() => {
    fixture.clockOffsetMs = 0;
    fixture.sender = createSender({
      ctx: { ...systemContext("callbacks"), now: () => senderNow(fixture) },
      outbound,
      schedule: RETRY_SCHEDULE_MS,
      timeoutMs: CALLBACK_TIMEOUT_MS,
      origin: "https://drydock.test",
    });
    fixture.receiver.setResponder(respondWith(200));
    fixture.receiver.received.length = 0;
  });
  afterEach(() => database().systemDb.orm.update(notificationChannels).set({ pausedAt: new Date() }));
  afterAll(async () => {
    await fixture.receiver.close();
    await outbound.close();
  });
  return fixture;
}

export const senderNow = ({ clockOffsetMs }: CallbackFixture): Date => new Date(Date.now() + clockOffsetMs);

const CHANNEL = { name: "A channel", eventTypes: null, tenantId: null, signing: "HMAC" } as const;

export const createTestChannel = ({ admin, receiver }: CallbackFixture, url = receiver.url) =>
  createChannel(admin, { ...CHANNEL, url });

/** Records an event and dispatches it to all channels. */
export async function recordTestEvent(
  subjectId = systemContext("test").newId(),
  name = "A user",
): Promise<string> {
  await withTransaction(systemContext("test"), ({ open: { tx } }) =>
    recordEvent(tx, systemContext("test"), {
      type: "security.user_disabled",
      tenantId: null,
      subjectId,
      data: { userId: subjectId, name },
    }),
  );
  await dispatchEvents(systemContext("test"));
  return subjectId;
}

export const deliveriesOf = (channelId: string) =>
  database()
    .systemDb.orm.select()
    .from(deliveries)
    .where(eq(deliveries.channelId, channelId))
    .orderBy(asc(deliveries.sequence));

export async function onlyDeliveryOf(channelId: string) {
  const [delivery, ...others] = await deliveriesOf(channelId);
  if (!delivery || others.length > 0) throw new Error(`${others.length + 1} deliveries`);
  const attempts = await database()
    .systemDb.orm.select()
    .from(deliveryAttempts)
    .where(eq(deliveryAttempts.deliveryId, delivery.id))
    .orderBy(asc(deliveryAttempts.number));
  return { ...delivery, attempts };
}

export async function channelRow(channelId: string) {
  const [row] = await database()
    .systemDb.orm.select()
    .from(notificationChannels)
    .where(eq(notificationChannels.id, channelId));
  if (!row) throw new Error("no channel");
  return row;
}
