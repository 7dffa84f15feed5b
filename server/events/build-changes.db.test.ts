import { once } from "node:events";
import { describe, expect, it, vi } from "vitest";
import { setUpPlatform } from "@/e2e/support/platform.ts";
import { database } from "@/server/core/context.ts";
import { env } from "@/server/core/env/env.ts";
import { type BuildChange, buildChanges } from "./build-changes.ts";

setUpPlatform();

const change = (tenantId: string, buildId: string): BuildChange => ({ tenantId, appId: "an-app", buildId });

describe("buildChanges", () => {
  it("yields once when it listens, then the changes that match", async () => {
    const stop = new AbortController();
    const told = buildChanges.watch(({ tenantId }) => tenantId === "mine", stop.signal);
    expect(await told.next()).toEqual({ done: false, value: null });
    buildChanges.announce(change("theirs", "build-1"));
    buildChanges.announce(change("mine", "build-2"));
    expect(await told.next()).toEqual({ done: false, value: change("mine", "build-2") });
    stop.abort();
    expect(await told.next()).toEqual({ done: true, value: undefined });
  });

  it("yields again after a reconnect, and continues", async () => {
    const stop = new AbortController();
    const told = buildChanges.watch(() => true, stop.signal);
    await told.next();
    await database().systemDb.sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query ilike 'listen %' and pid <> pg_backend_pid()`;
    expect(await told.next()).toEqual({ done: false, value: null });
    buildChanges.announce(change("mine", "build-3"));
    await vi.waitFor(async () => {
      const { value } = await told.next();
      expect(value).toEqual(change("mine", "build-3"));
    });
    stop.abort();
  });

  it("arrives while requests hold every connection of the pool", async () => {
    const stop = new AbortController();
    const told = buildChanges.watch(() => true, stop.signal);
    await told.next();
    const { sql } = database().systemDb;
    const [size, ending] = [env().DATABASE_POOL_SIZE, new AbortController()];
    let held = 0;
    const requests = Array.from({ length: size }, () =>
      sql.begin(async (tx) => {
        await tx`select`;
        held += 1;
        await once(ending.signal, "abort");
      }),
    );
    await expect.poll(() => held).toBe(size);
    buildChanges.announce(change("mine", "build-4"));
    expect(await told.next()).toEqual({ done: false, value: change("mine", "build-4") });
    ending.abort();
    await Promise.all(requests);
    stop.abort();
  });
});
