import { readFileSync } from "node:fs";
import { eq, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { createApp, createBuild } from "@/db/factories.ts";
import { FUNCTIONS_FOLDER } from "@/db/migrate.ts";
import { buildFailures, builds } from "@/db/schema/index.ts";
import { setUpPlatform, signInMember } from "@/e2e/support/platform.ts";
import { database, systemContext } from "@/server/core/context.ts";
import { cancelBuild } from "../end.ts";
import { getBuild } from "../service.ts";
import { findMissingFailures } from "./find-missing.ts";

setUpPlatform();

const orm = () => database().systemDb.orm;
const LOG =
  "> Task :app:compileReleaseKotlin\ne: file:///src/Home.kt:12:5 Unresolved reference: sync\nBUILD FAILED";

/** Failed builds as an older release left them: with error logs, and without reasons. */
async function leaveBuilds(values: Partial<Parameters<typeof createBuild>[1]>[]) {
  const ctx = await signInMember();
  const app = await createApp(orm(), { tenantId: ctx.tenant.id });
  const left = [];
  for (const value of values) {
    left.push(
      await createBuild(orm(), { tenantId: ctx.tenant.id, appId: app.id, status: "FAILED", ...value }),
    );
  }
  return { ctx, left };
}

const recordOf = async (buildId: string) =>
  (await orm().select().from(buildFailures).where(eq(buildFailures.buildId, buildId)))[0];

describe("findMissingFailures", () => {
  it("finds the reasons of more builds than one batch, and changes nothing else of them", async () => {
    const { ctx, left } = await leaveBuilds(Array.from({ length: 25 }, () => ({ errorLog: LOG })));
    await findMissingFailures(systemContext("test"));
    for (const { id, updatedAt } of left) {
      const build = await getBuild(ctx, id);
      expect(build.failure).toMatchObject({ line: 2, summary: expect.stringContaining("Unresolved") });
      expect(build.updatedAt).toBe(updatedAt.toISOString());
      expect(await recordOf(id)).toMatchObject({
        isPending: false,
        fingerprint: "unresolved reference: sync",
      });
    }
  });

  it("examines a log without a reason once, and a build without a log never", async () => {
    const { ctx, left } = await leaveBuilds([{ errorLog: "Building…\nDone." }, { errorLog: null }]);
    const [silent, empty] = left;
    expect(await recordOf(silent?.id ?? "")).toMatchObject({ isPending: true });
    expect(await recordOf(empty?.id ?? "")).toMatchObject({ isPending: false });
    await findMissingFailures(systemContext("test"));
    expect(await recordOf(silent?.id ?? "")).toMatchObject({ isPending: false, fingerprint: null });
    expect((await getBuild(ctx, silent?.id ?? "")).failure).toBeNull();
  });

  it("takes the last line of a build that the platform ended, and compares none that a person ended", async () => {
    const { ctx, left } = await leaveBuilds([
      { errorLog: `${LOG}\nthe worker did not respond`, endReason: "WORKER_LOST" },
      { errorLog: `${LOG}\ncancelled`, endReason: "CANCELLED" },
    ]);
    await findMissingFailures(systemContext("test"));
    const [lost, cancelled] = left;
    expect((await getBuild(ctx, lost?.id ?? "")).failure).toEqual({
      summary: "the worker did not respond",
      line: 4,
    });
    expect(await recordOf(lost?.id ?? "")).toMatchObject({ fingerprint: "the worker did not respond" });
    expect((await getBuild(ctx, cancelled?.id ?? "")).failure).toEqual({ summary: "cancelled", line: 4 });
    expect(await recordOf(cancelled?.id ?? "")).toMatchObject({ fingerprint: null });
  });
});

describe("the records of failures", () => {
  it("are written as a build fails", async () => {
    const ctx = await signInMember();
    const app = await createApp(orm(), { tenantId: ctx.tenant.id });
    const { id } = await createBuild(orm(), { tenantId: ctx.tenant.id, appId: app.id });
    expect(await recordOf(id)).toBeUndefined();
    await cancelBuild(ctx, id);
    expect(await recordOf(id)).toMatchObject({ fingerprint: null, isPending: false });
  });

  it("are added for builds that failed before there were any", async () => {
    const { left } = await leaveBuilds([{ errorLog: LOG }]);
    const id = left[0]?.id ?? "";
    await orm().update(builds).set({ workerId: "linux-1" }).where(eq(builds.id, id));
    await orm().delete(buildFailures).where(eq(buildFailures.buildId, id));
    await orm().execute(sql.raw(readFileSync(new URL("build-failures.sql", FUNCTIONS_FOLDER), "utf8")));
    expect(await recordOf(id)).toMatchObject({ workerId: "linux-1", isPending: true });
  });
});
