import { randomUUID } from "node:crypto";
import { eq, like } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import { rateLimits } from "@/db/schema/index.ts";
import { setUpPlatform } from "@/e2e/test-platform.ts";
import { database } from "../context.ts";
import { countRequest } from "./limiter.ts";
import { LIMITS } from "./limits.ts";

setUpPlatform();

describe("countRequest", () => {
  it("lets the limit through, refuses the next and says when to come back", async () => {
    const subject = randomUUID();
    for (let i = 1; i <= LIMITS.publish.points; i++) {
      const { remaining } = await countRequest("publish", subject);
      expect(remaining).toBe(LIMITS.publish.points - i);
    }
    const refusal = await countRequest("publish", subject).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ code: "RATE_LIMITED", retryAfterSeconds: expect.any(Number) });
    expect(refusal).toMatchObject({
      headers: { "RateLimit-Limit": String(LIMITS.publish.points), "RateLimit-Remaining": "0" },
    });
    expect((refusal as Error).message).toMatch(/allowed at \d{4}-\d\d-\d\dT/);
    await expect(countRequest("publish", randomUUID())).resolves.toMatchObject({
      limit: LIMITS.publish.points,
    });
  });

  it("settles with what other processes counted", async () => {
    const { orm } = database().platform;
    const subject = randomUUID();
    await countRequest("publish", subject);
    const key = await vi.waitUntil(async () => {
      const [row] = await orm
        .select()
        .from(rateLimits)
        .where(like(rateLimits.key, `%${subject}`));
      return row?.key;
    }, 5_000);
    await orm.update(rateLimits).set({ points: LIMITS.publish.points }).where(eq(rateLimits.key, key));
    await countRequest("publish", subject);
    await vi.waitFor(
      () => expect(countRequest("publish", subject)).rejects.toMatchObject({ code: "RATE_LIMITED" }),
      { timeout: 5_000, interval: 200 },
    );
  });
});
