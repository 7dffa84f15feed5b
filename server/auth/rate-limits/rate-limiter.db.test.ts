import { randomUUID } from "node:crypto";
import { eq, like } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import { rateLimits } from "@/db/schema/index.ts";
import { setUpPlatform } from "@/e2e/support/platform.ts";
import { database } from "@/server/core/context.ts";
import { consumeRateLimit, RATE_LIMITS } from "./rate-limiter.ts";
import { addToSharedCounts, purgeSharedCounts } from "./shared-rate-limits.ts";

setUpPlatform();

describe("consumeRateLimit", () => {
  it("lets the limit through, refuses the next and says when to come back", async () => {
    const subject = randomUUID();
    for (let i = 1; i <= RATE_LIMITS.publish.points; i++) {
      const { remaining } = await consumeRateLimit("publish", subject);
      expect(remaining).toBe(RATE_LIMITS.publish.points - i);
    }
    const refusal = await consumeRateLimit("publish", subject).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ code: "RATE_LIMITED", retryAfterSeconds: expect.any(Number) });
    expect(refusal).toMatchObject({
      headers: { "RateLimit-Limit": String(RATE_LIMITS.publish.points), "RateLimit-Remaining": "0" },
    });
    expect((refusal as Error).message).toMatch(/Try again at \d{4}-\d\d-\d\dT/);
    await expect(consumeRateLimit("publish", randomUUID())).resolves.toMatchObject({
      limit: RATE_LIMITS.publish.points,
    });
  });

  it("settles with what other processes counted", async () => {
    const { orm } = database().systemDb;
    const subject = randomUUID();
    await consumeRateLimit("publish", subject);
    const key = await vi.waitUntil(async () => {
      const [row] = await orm
        .select()
        .from(rateLimits)
        .where(like(rateLimits.key, `%${subject}`));
      return row?.key;
    }, 5_000);
    await orm.update(rateLimits).set({ points: RATE_LIMITS.publish.points }).where(eq(rateLimits.key, key));
    await consumeRateLimit("publish", subject);
    await vi.waitFor(
      () => expect(consumeRateLimit("publish", subject)).rejects.toMatchObject({ code: "RATE_LIMITED" }),
      { timeout: 5_000, interval: 200 },
    );
  });
});

describe("addToSharedCounts", () => {
  const sumsOf = async (counted: Record<string, number>) =>
    Object.fromEntries(await addToSharedCounts(new Map(Object.entries(counted)), 60));
  const age = (key: string) =>
    database().systemDb.sql`update rate_limits set expire = now() - interval '1 second' where key = ${key}`;

  it("sums up what processes counted, key by key", async () => {
    const [one, other] = [randomUUID(), randomUUID()];
    await expect(sumsOf({ [one]: 2, [other]: 5 })).resolves.toEqual({ [one]: 2, [other]: 5 });
    await expect(sumsOf({ [one]: 3 })).resolves.toEqual({ [one]: 5 });
    await expect(sumsOf({})).resolves.toEqual({});
  });

  it("counts anew once a window is over", async () => {
    const key = randomUUID();
    await sumsOf({ [key]: 7 });
    await age(key);
    await expect(sumsOf({ [key]: 1 })).resolves.toEqual({ [key]: 1 });
    await expect(sumsOf({ [key]: 1 })).resolves.toEqual({ [key]: 2 });
  });

  it("takes more keys than one statement does, from many processes at once", async () => {
    const keys = Array.from({ length: 2_500 }, () => randomUUID());
    const counted = new Map(keys.map((key) => [key, 1]));
    const reversed = new Map([...counted].reverse());
    await Promise.all([counted, reversed, counted, reversed].map((counts) => addToSharedCounts(counts, 60)));
    const sums = await addToSharedCounts(counted, 60);
    expect(new Set(sums.values())).toEqual(new Set([5]));
    expect(sums.size).toBe(keys.length);
  });

  it("keeps what is over no longer than until it is purged", async () => {
    const [over, open] = [randomUUID(), randomUUID()];
    await sumsOf({ [over]: 1, [open]: 1 });
    await age(over);
    await purgeSharedCounts();
    const kept = await database().systemDb.sql<{ key: string }[]>`
      select key from rate_limits where key in ${database().systemDb.sql([over, open])}`;
    expect(kept.map(({ key }) => key)).toEqual([open]);
  });
});
