import { describe, expect, it } from "vitest";
import { createApp, createBuild } from "@/db/factories.ts";
import { setUpPlatform, signInAdmin, signInMember } from "@/e2e/support/platform.ts";
import { claimBuild } from "../build-leases/claim-build.ts";
import { reportBuild } from "../builds/report.ts";
import { createContext, database } from "../platform/context.ts";
import { listWorkers } from "./service.ts";

setUpPlatform();

const worker = () => createContext({ kind: "worker", workerId: null });

describe("listWorkers", () => {
  it("lists platforms, last heartbeat, current builds and success rate", async () => {
    const ctx = await signInMember();
    const app = await createApp(database().systemDb.orm, { tenantId: ctx.tenant.id });
    const add = () => createBuild(database().systemDb.orm, { tenantId: ctx.tenant.id, appId: app.id });
    for (const status of ["COMPLETED", "COMPLETED", "FAILED"] as const) {
      await reportBuild(worker(), { buildId: (await add()).id, status, workerId: "linux-1" });
    }
    const { id } = await add();
    await claimBuild(worker(), { workerId: "linux-1", platforms: ["ANDROID"] });
    await claimBuild(worker(), { workerId: "mac-1", platforms: ["IOS"] });
    const running = await add();
    await reportBuild(worker(), { buildId: running.id, status: "IN_PROGRESS", workerId: "reporter" });
    const workers = await listWorkers(await signInAdmin());
    const find = (name: string) => workers.find((one) => one.id === name);
    expect(find("linux-1")).toMatchObject({
      platforms: ["ANDROID"],
      current: [{ id, status: "QUEUED", stalled: false, app: { id: app.id } }],
      finished: 3,
      successRate: 2 / 3,
    });
    expect(Date.parse(find("linux-1")?.lastSeenAt ?? "")).toBeGreaterThan(Date.now() - 10_000);
    expect(find("mac-1")).toMatchObject({ platforms: ["IOS"], current: [], finished: 0, successRate: null });
    expect(find("reporter")).toMatchObject({
      platforms: [],
      firstSeenAt: null,
      current: [{ id: running.id }],
    });
  });

  it("is for Super Admins only", async () => {
    await expect(listWorkers(await signInMember())).rejects.toMatchObject({ code: "PERMISSION_DENIED" });
  });
});
