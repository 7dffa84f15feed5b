import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestChannel, setUpCallbacks } from "@/e2e/support/callback-fixture.ts";
import { setUpPlatform } from "@/e2e/support/platform.ts";
import { respondWith } from "@/e2e/support/receivers/responders.ts";
import { database, systemContext } from "@/server/core/context.ts";
import { withTransaction } from "@/server/core/transactions.ts";
import { recordEvent } from "@/server/events/record-event.ts";
import { startDispatcher } from "./dispatcher.ts";

setUpPlatform();
const fixture = setUpCallbacks();

let dispatcher: ReturnType<typeof startDispatcher>;
beforeAll(() => {
  dispatcher = startDispatcher();
});
afterAll(() => dispatcher.stop());

/** @returns the time of the commit */
async function recordEvents(): Promise<number> {
  const ctx = systemContext("test");
  const subjectId = ctx.newId();
  await withTransaction(ctx, ({ open: { tx } }) =>
    recordEvent(tx, ctx, {
      type: "security.user_disabled",
      tenantId: null,
      subjectId,
      data: { userId: subjectId, name: "A user" },
    }),
  );
  return performance.now();
}

it("sends the callback of an event within half a second of the commit", async () => {
  await createTestChannel(fixture);
  const delays: number[] = [];
  // A busy machine may hold one up; what always takes longer is not the machine.
  while (delays.length < 10 && !(Math.min(...delays) < 500)) {
    const sent = fixture.receiver.received.length;
    const committedAt = await recordEvents();
    await expect.poll(() => fixture.receiver.received.length, { interval: 10 }).toBe(sent + 1);
    delays.push(performance.now() - committedAt);
  }
  expect(Math.min(...delays)).toBeLessThan(500);
});

it("sends the next attempt when it is due, though nothing else happens", async () => {
  fixture.receiver.setResponder(respondWith(500));
  await createTestChannel(fixture);
  await recordEvents();
  await expect.poll(() => fixture.receiver.received.length).toBe(1);
  await expect
    .poll(() => database().systemDb.sql`select from delivery_attempts where not succeeded`)
    .toHaveLength(1);
  await database().systemDb.sql`
    update deliveries set next_attempt_at = now() + interval '1 second' where state = 'PENDING'`;
  fixture.receiver.setResponder(respondWith(200));
  await expect.poll(() => fixture.receiver.received.length).toBe(2);
});
