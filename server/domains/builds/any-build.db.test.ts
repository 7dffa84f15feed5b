import { expect, it } from "vitest";
import { createApp, createBuild } from "@/db/factories.ts";
import { NIL_ID, setUpPlatform, signInAdmin, signInMember } from "@/e2e/support/platform.ts";
import { createContext, database } from "@/server/core/context.ts";
import { reportBuild } from "./report.ts";
import { getAnyBuild } from "./service.ts";

setUpPlatform();

async function failedBuild() {
  const owner = await signInMember("OWNER");
  const { orm } = database().systemDb;
  const app = await createApp(orm, { tenantId: owner.tenant.id });
  const { id } = await createBuild(orm, { tenantId: owner.tenant.id, appId: app.id });
  const worker = createContext({ kind: "worker", workerId: null });
  await reportBuild(worker, { buildId: id, status: "FAILED", errorLog: "error: no space", workerId: "w" });
  return { owner, app, id };
}

it("shows a Super Admin a build of a tenant that they are no member of", async () => {
  const { owner, app, id } = await failedBuild();
  expect(await getAnyBuild(await signInAdmin(), id)).toMatchObject({
    id,
    errorLog: "error: no space",
    failure: { summary: "error: no space", line: 1 },
    reports: [{ status: "FAILED", applied: true }],
    app: { id: app.id, name: app.name },
    tenant: { slug: owner.tenant.slug },
  });
});

it("is for Super Admins only, and not found for an unknown build", async () => {
  const { owner, id } = await failedBuild();
  const denied = expect.objectContaining({ code: "PERMISSION_DENIED" });
  await expect(getAnyBuild(owner, id)).rejects.toEqual(denied);
  await expect(getAnyBuild(createContext({ kind: "system", name: "public" }), id)).rejects.toEqual(denied);
  await expect(getAnyBuild(await signInAdmin(), NIL_ID)).rejects.toMatchObject({ code: "NOT_FOUND" });
});
