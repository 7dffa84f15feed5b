import { randomBytes } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { createApp, createBuild } from "@/db/factories.ts";
import { createItem, setUpStorage, signInWithApp } from "@/e2e/support/installations.ts";
import { sessionOfActor, setUpPlatform, signInMember } from "@/e2e/support/platform.ts";
import type { Session } from "@/server/auth/sessions/load-session.ts";
import { createContext, database, type TenantContext } from "@/server/core/context.ts";
import { completeEnv } from "@/server/core/env/env.ts";
import { setVariable } from "@/server/domains/apps/variables/service.ts";
import { createCaller } from "@/server/router.ts";
import { listBuildInputs } from "../inputs/described-inputs.ts";
import { claimBuild } from "../leases/claim-build.ts";
import { reportBuild } from "../report.ts";
import { queueBuild } from "../service.ts";
import { compareBuild } from "./compare-build.ts";

setUpPlatform();
setUpStorage();
beforeAll(() => void completeEnv({ SECRETS_KEY: randomBytes(32).toString("base64") }));

const orm = () => database().systemDb.orm;
const SECRET = "a-secret-that-must-not-show";

/** Member of a new tenant with an app. */
async function startApp() {
  const ctx = await signInMember("OWNER");
  const app = await createApp(orm(), { tenantId: ctx.tenant.id });
  const set = (name: string, value: string, isSecret = false) =>
    setVariable(ctx, { appId: app.id, name, value, isSecret, platforms: [] });
  return { ctx, app, set };
}

/** Queues a build, and has a worker claim it and end it. */
async function runBuild(
  ctx: TenantContext,
  appId: string,
  status: "COMPLETED" | "FAILED",
  sizeBytes?: string,
) {
  const worker = createContext({ kind: "worker", workerId: null });
  const { id } = await queueBuild(ctx, appId, { platform: "ANDROID", version: "1.0.0", gitRef: "main" });
  await claimBuild(worker, { workerId: "linux-1", platforms: ["ANDROID"] });
  await reportBuild(worker, { buildId: id, status, sizeBytes });
  return id;
}

describe("the comparison of a build", () => {
  it("names the variables that changed since the last completed build, and no value", async () => {
    const { ctx, app, set } = await startApp();
    await set("KEPT", "same");
    await set("CHANGED", "old-value");
    await set("SIGNING_KEY", SECRET, true);
    const base = await runBuild(ctx, app.id, "COMPLETED", "1000");
    await runBuild(ctx, app.id, "FAILED");
    await set("CHANGED", "new-value");
    await set("SIGNING_KEY", `${SECRET}-2`, true);
    await set("ADDED", "added-value");
    const failed = await runBuild(ctx, app.id, "FAILED");
    const found = await compareBuild(ctx, failed);
    expect(found).toMatchObject({
      build: { id: failed, number: 3 },
      base: { id: base, number: 1, workerId: "linux-1", sizeBytes: "1000" },
      variables: { added: ["ADDED"], removed: [], changed: ["CHANGED", "SIGNING_KEY"] },
      sizes: [{ number: 1, sizeBytes: "1000" }],
    });
    for (const value of [SECRET, "value", "same"]) expect(JSON.stringify(found)).not.toContain(value);
  });

  it("says nothing about variables of a build that no worker has claimed, and of one without any that they are the same", async () => {
    const { ctx, app, set } = await startApp();
    const queue = () => queueBuild(ctx, app.id, { platform: "ANDROID", version: "1.0.0" });
    await runBuild(ctx, app.id, "COMPLETED");
    const second = await runBuild(ctx, app.id, "COMPLETED");
    expect((await compareBuild(ctx, second))?.variables).toEqual({ added: [], removed: [], changed: [] });
    await set("ADDED", "added-value");
    const queued = await queue();
    expect((await compareBuild(ctx, queued.id))?.variables).toBeNull();
    await reportBuild(createContext({ kind: "worker", workerId: null }), {
      buildId: queued.id,
      status: "FAILED",
    });
    expect((await compareBuild(ctx, queued.id))?.variables).toBeNull();
    const claimed = await runBuild(ctx, app.id, "FAILED");
    expect((await compareBuild(ctx, claimed))?.variables).toMatchObject({ added: ["ADDED"] });
  });

  it("names the plugins that changed, and what each build carries", async () => {
    const item = await createItem();
    await item.publish("1.0.0");
    await item.publish("1.0.1");
    const { ctx, appId, install } = await signInWithApp();
    await install(item, { version: "1.0.0" });
    const base = await runBuild(ctx, appId, "COMPLETED");
    await install(item);
    const failed = await runBuild(ctx, appId, "FAILED");
    expect((await compareBuild(ctx, failed))?.inputs).toEqual({
      added: [],
      removed: [],
      changed: [{ type: "app-plugin", slug: item.slug, name: "An item", version: "1.0.1", before: "1.0.0" }],
    });
    expect(await listBuildInputs(ctx, base)).toMatchObject([{ version: "1.0.0", isAvailable: true }]);
    const stranger = await signInMember("OWNER");
    await expect(listBuildInputs(stranger, base)).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it("is with the same app and platform before it, and holds the sizes of the last 20", async () => {
    const { ctx, app } = await startApp();
    const other = await createApp(orm(), { tenantId: ctx.tenant.id });
    const add = (values: Partial<Parameters<typeof createBuild>[1]>) =>
      createBuild(orm(), { tenantId: ctx.tenant.id, appId: app.id, status: "COMPLETED", ...values });
    for (let n = 1; n <= 25; n += 1) await add({ sizeBytes: BigInt(n) });
    const failed = await add({ status: "FAILED" });
    await add({ platform: "IOS" });
    await add({ appId: other.id });
    await add({ sizeBytes: 99n });
    const found = await compareBuild(ctx, failed.id);
    expect(found?.base.number).toBe(25);
    expect(found?.sizes.map(({ sizeBytes }) => Number(sizeBytes))).toEqual(
      Array.from({ length: 20 }, (_, at) => at + 6),
    );
  });

  it("is null for the first build, and refused to others", async () => {
    const { ctx, app } = await startApp();
    const { id: buildId } = await createBuild(orm(), { tenantId: ctx.tenant.id, appId: app.id });
    expect(await compareBuild(ctx, buildId)).toBeNull();
    const stranger = await signInMember("OWNER");
    await expect(compareBuild(stranger, buildId)).rejects.toMatchObject({ code: "NOT_FOUND" });
    const input = { tenant: ctx.tenant.slug, buildId };
    const as = (session: Session | null) => createCaller({ session, requestId: "test" }).builds;
    await expect(as(sessionOfActor(stranger.actor)).comparison(input)).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    await expect(as(null).comparison(input)).rejects.toMatchObject({ code: "UNAUTHORIZED" });
  });
});
