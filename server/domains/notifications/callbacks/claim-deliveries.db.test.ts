import { eq, sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { notificationChannels } from "@/db/schema/index.ts";
import { setUpPlatform } from "@/e2e/support/platform.ts";
import { type Context, database, systemContext } from "@/server/core/context.ts";
import { claimDueDeliveries } from "./claim-deliveries.ts";
import { generateSecret } from "./signature.ts";

setUpPlatform();

const DELIVERIES = 5_000;
const LIMIT = 16;

describe(`a channel with ${DELIVERIES} new deliveries`, () => {
  let channelId: string;

  beforeAll(async () => {
    const { orm } = database().systemDb;
    channelId = systemContext("test").newId();
    await orm.insert(notificationChannels).values({
      id: channelId,
      name: "Behind",
      url: "https://example.com/",
      secret: generateSecret("HMAC").secret,
    });
    // One statement, so that the planner still has the statistics of an empty table.
    await orm.execute(sql`
      with event as (
        insert into domain_events (id, type, subject_id, data, dispatched_at)
        select gen_random_uuid(), 'security.user_disabled', gen_random_uuid(), '{}', now()
        from generate_series(1, ${DELIVERIES}::integer)
        returning *
      )
      insert into deliveries (id, channel_id, event_id, subject_id, sequence, next_attempt_at)
      select gen_random_uuid(), ${channelId}, id, subject_id, sequence, now() from event`);
  });

  /** Claims and rolls back; returns the claimed deliveries and the rows read. */
  async function claimAndCount(isAlone: boolean): Promise<{ claimed: number; looked: number }> {
    let counted = { claimed: 0, looked: 0 };
    const undo = new Error("undo");
    await database()
      .systemDb.sql.begin(async (tx) => {
        const systemDb = { ...database().systemDb, sql: tx as unknown as Context["db"]["systemDb"]["sql"] };
        const ctx = systemContext("test", { ...database(), systemDb });
        const rows = await claimDueDeliveries(ctx, channelId, { limit: LIMIT, isAlone, claimMs: 10_000 });
        const [scans] = await tx<{ looked: number }[]>`
          select (seq_tup_read + idx_tup_fetch)::integer as looked
          from pg_stat_xact_user_tables where relname = 'deliveries'`;
        counted = { claimed: rows.length, looked: scans?.looked ?? 0 };
        throw undo;
      })
      .catch((error) => {
        if (error !== undo) throw error;
      });
    return counted;
  }

  it("yields the first deliveries and reads no more rows", async () => {
    const { claimed, looked } = await claimAndCount(true);
    expect(claimed).toBe(LIMIT);
    expect(looked).toBeLessThan(10 * LIMIT);
  });

  it("yields one at a time while it keeps failing, and none on hold", async () => {
    const { orm } = database().systemDb;
    const set = (values: Partial<typeof notificationChannels.$inferInsert>) =>
      orm.update(notificationChannels).set(values).where(eq(notificationChannels.id, channelId));
    await set({ failureStreak: 50, failingSince: new Date() });
    expect(await claimAndCount(true)).toMatchObject({ claimed: 1 });
    expect(await claimAndCount(false)).toMatchObject({ claimed: 0 });
    await set({ holdUntil: new Date(Date.now() + 60_000) });
    const { claimed, looked } = await claimAndCount(true);
    expect(claimed).toBe(0);
    expect(looked).toBeLessThan(10 * LIMIT);
  });
});
