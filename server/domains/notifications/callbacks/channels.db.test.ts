import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { auditLog, deliveries, notificationChannels } from "@/db/schema/index.ts";
import { setUpPlatform, signInAdmin, signInMember } from "@/e2e/support/platform.ts";
import { type Receiver, startReceiver } from "@/e2e/support/receivers/receiver.ts";
import { respondWith } from "@/e2e/support/receivers/responders.ts";
import { type Context, database, systemContext } from "@/server/core/context.ts";
import { reference } from "@/shared/text/text.ts";
import {
  createChannel,
  pauseChannel,
  resumeChannel,
  rotateSecret,
  testChannel,
  updateChannel,
} from "./channels.ts";
import { getChannel, listChannels } from "./list-channels.ts";
import { getDelivery, listDeliveries } from "./list-deliveries.ts";
import { redeliver, redeliverFailed, resolveParked } from "./redelivery.ts";
import { sender } from "./sender.ts";

setUpPlatform();

let canary: Receiver;
let admin: Context;
beforeAll(async () => {
  canary = await startReceiver(respondWith(200), "::");
  admin = await signInAdmin();
});
afterAll(() => canary.close());

const NEW = { name: "A channel", eventTypes: null, tenantId: null, signing: "HMAC" } as const;
const PUBLIC_URL = "https://93.184.215.14/hook";
const NOBODY = "01900000-0000-7000-8000-00000000ffff";

const expectRefused = (attempts: Promise<unknown>[], code: string) =>
  Promise.all(attempts.map((attempt) => expect(attempt).rejects.toMatchObject({ code })));

const auditOf = (subjectId: string) =>
  database().systemDb.orm.select().from(auditLog).where(eq(auditLog.subjectId, subjectId));

describe("a channel", () => {
  it("is for Super Admins only", async () => {
    const owner = await signInMember("OWNER");
    const since = new Date().toISOString();
    const attempts = [
      createChannel(owner, { ...NEW, url: PUBLIC_URL }),
      updateChannel(owner, { ...NEW, channelId: NOBODY, url: PUBLIC_URL }),
      ...[rotateSecret, pauseChannel, resumeChannel, testChannel].map((verb) => verb(owner, NOBODY)),
      ...[getChannel, getDelivery, redeliver].map((verb) => verb(owner, NOBODY)),
      listChannels(owner),
      listDeliveries(owner, { channelId: NOBODY, state: [], limit: 5 }),
      redeliverFailed(owner, { channelId: NOBODY, since }),
      resolveParked(owner, { channelId: NOBODY, action: "DROP" }),
      createChannel(systemContext("somebody"), { ...NEW, url: PUBLIC_URL }),
    ];
    for (const attempt of attempts)
      await expect(attempt).rejects.toMatchObject({ code: "PERMISSION_DENIED" });
  });

  it.each([NOBODY, reference().parse("no-uuid")])("with an unknown id is not found: %s", async (id) => {
    const since = new Date().toISOString();
    await expectRefused(
      [
        updateChannel(admin, { ...NEW, channelId: id, url: PUBLIC_URL }),
        ...[rotateSecret, pauseChannel, resumeChannel, testChannel].map((verb) => verb(admin, id)),
        ...[getChannel, getDelivery, redeliver].map((verb) => verb(admin, id)),
        listDeliveries(admin, { channelId: id, state: [], limit: 5 }),
        redeliverFailed(admin, { channelId: id, since }),
        resolveParked(admin, { channelId: id, action: "DROP" }),
      ],
      "NOT_FOUND",
    );
  });

  it("shows its secret once; neither later responses nor audit rows hold it", async () => {
    const { channelId, secret } = await createChannel(admin, { ...NEW, url: PUBLIC_URL });
    const { secret: next } = await rotateSecret(admin, channelId);
    expect(next).not.toBe(secret);
    const rows = await auditOf(channelId);
    expect(rows.map(({ action }) => action).sort()).toEqual(["channel.create", "channel.rotate_secret"]);
    const responses = JSON.stringify([rows, await getChannel(admin, channelId), await listChannels(admin)]);
    for (const shown of [secret, next]) expect(responses).not.toContain(shown.replace("whsec_", ""));
  });

  it("is audited once for each change", async () => {
    const { channelId } = await createChannel(admin, { ...NEW, url: PUBLIC_URL });
    await updateChannel(admin, { ...NEW, channelId, name: "Renamed", url: PUBLIC_URL });
    await pauseChannel(admin, channelId);
    await expect(pauseChannel(admin, channelId)).rejects.toMatchObject({ code: "INVALID_TRANSITION" });
    await resumeChannel(admin, channelId);
    await expect(resumeChannel(admin, channelId)).rejects.toMatchObject({ code: "INVALID_TRANSITION" });
    expect((await auditOf(channelId)).map(({ action }) => action).sort()).toEqual([
      "channel.create",
      "channel.pause",
      "channel.resume",
      "channel.update",
    ]);
  });

  it("of an unknown tenant is rejected", async () => {
    const making = createChannel(admin, { ...NEW, url: PUBLIC_URL, tenantId: NOBODY });
    await expect(making).rejects.toMatchObject({ problems: [{ path: "tenantId" }] });
  });
});

describe("an administrator who signed in a while ago", () => {
  it("is asked to confirm it before a URL is checked", async () => {
    if (admin.actor.kind !== "user") throw new Error("not a user");
    const late = { ...admin, actor: { ...admin.actor, authenticatedAt: new Date(0) } };
    const url = "http://127.0.0.1/";
    const attempts = [
      createChannel(late, { ...NEW, url }),
      updateChannel(late, { ...NEW, channelId: NOBODY, url }),
    ];
    for (const attempt of attempts) await expect(attempt).rejects.toMatchObject({ reason: "REAUTHENTICATE" });
  });
});

describe("a private address", () => {
  const spellings = [
    "127.0.0.1",
    "2130706433",
    "0x7f.1",
    "0177.0.0.1",
    "localhost",
    "[::1]",
    "[::ffff:127.0.0.1]",
  ];

  it.each(spellings)("is rejected on saving as %s", async (host) => {
    const url = `http://${host}:${canary.port}/`;
    const { channelId } = await createChannel(admin, { ...NEW, url: PUBLIC_URL });
    const savings = [createChannel(admin, { ...NEW, url }), updateChannel(admin, { ...NEW, channelId, url })];
    await expectRefused(savings, "VALIDATION_FAILED");
    expect(canary.connections()).toBe(0);
  });

  it.each(spellings)("is not reached on testing, sending and retrying as %s", async (host) => {
    const { orm } = database().systemDb;
    const { channelId } = await createChannel(admin, { ...NEW, url: PUBLIC_URL });
    const url = `http://${host}:${canary.port}/`;
    // As if the DNS record or the row had changed.
    await orm.update(notificationChannels).set({ url }).where(eq(notificationChannels.id, channelId));
    const { deliveryId } = await testChannel(admin, channelId);
    await sender().drain(channelId);
    await redeliver(admin, deliveryId);
    await sender().drain(channelId);
    const detail = await getDelivery(admin, deliveryId);
    expect(detail.attempts.map(({ error }) => error?.split(":")[0])).toEqual(["BLOCKED", "BLOCKED"]);
    const [delivery] = await orm.select().from(deliveries).where(eq(deliveries.id, deliveryId));
    expect(delivery?.state).toBe("DEAD");
    expect(canary.connections()).toBe(0);
  });
});
