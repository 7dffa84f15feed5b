import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createApp, createBuild } from "@/db/factories.ts";
import { setUpPlatform, signInMember } from "@/e2e/support/platform.ts";
import { createContext, database, systemContext } from "@/server/core/context.ts";
import { completeEnv } from "@/server/core/env/env.ts";
import { deleteQueuedObjects } from "@/server/storage/garbage-collection.ts";
import { objectStore } from "@/server/storage/object-store.ts";
import { enterTenantOfBuild } from "../records/service.ts";
import { reportBuild } from "../report.ts";
import { getBuildPage } from "../service.ts";
import { openArtifact, purgeUnreportedArtifacts, storeArtifact } from "./service.ts";

setUpPlatform();

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), "drydock-artifacts-"));
  completeEnv({ DATA_DIR: directory });
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const worker = () => createContext({ kind: "worker", workerId: null });
const refusal = (code: string) => expect.objectContaining({ code });

async function* chunksOf(text: string) {
  for (const piece of text.match(/.{1,5}/gs) ?? []) yield Buffer.from(piece);
}

async function newBuild() {
  const ctx = await signInMember();
  const app = await createApp(database().systemDb.orm, { tenantId: ctx.tenant.id });
  const { id } = await createBuild(database().systemDb.orm, { tenantId: ctx.tenant.id, appId: app.id });
  const upload = (text: string) => storeArtifact(worker(), id, { fileName: "app.aab" }, chunksOf(text));
  const report = (artifactPath?: string) =>
    reportBuild(worker(), { buildId: id, status: "COMPLETED", artifactPath });
  return { ctx, id, upload, report };
}

async function textOf(download: Awaited<ReturnType<typeof openArtifact>>): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of await download.open()) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

describe("artifacts", () => {
  it("are stored with their size and hash, and served once they are reported", async () => {
    const { ctx, id, upload, report } = await newBuild();
    const stored = await upload("the bytes of an app");
    expect(stored).toEqual({
      artifactPath: expect.stringMatching(new RegExp(`^artifacts/${id}/[0-9a-f-]{36}/app\\.aab$`)),
      sizeBytes: "19",
      sha256: createHash("sha256").update("the bytes of an app").digest("hex"),
    });
    await expect(openArtifact(ctx, id)).rejects.toEqual(refusal("NOT_FOUND"));
    await report(stored.artifactPath);
    const download = await openArtifact(ctx, id);
    expect(download).toMatchObject({ fileName: "app.aab", sizeBytes: 19, sha256: stored.sha256 });
    expect(await textOf(download)).toBe("the bytes of an app");
    expect(await getBuildPage(ctx, id)).toMatchObject({ storedArtifact: { fileName: "app.aab" } });
  });

  it("do not change when an upload is repeated; unreported ones are deleted after a day", async () => {
    const { ctx, id, upload, report } = await newBuild();
    const [first, second] = [await upload("first"), await upload("second")];
    await report(first.artifactPath);
    const tomorrow = { ...systemContext("jobs"), now: () => new Date(Date.now() + 25 * 3_600_000) };
    await purgeUnreportedArtifacts(tomorrow);
    await deleteQueuedObjects(tomorrow);
    expect(await textOf(await openArtifact(ctx, id))).toBe("first");
    const [, , gone] = second.artifactPath.split("/");
    expect(await objectStore().head(`artifacts/${ctx.tenant.id}/${id}/${gone}`)).toBeNull();
  });

  it("are refused if empty, and for an unknown or ended build", async () => {
    const { upload, report } = await newBuild();
    await expect(upload("")).rejects.toEqual(refusal("VALIDATION_FAILED"));
    const nothing = "01900000-0000-7000-8000-0000000000ff";
    await expect(storeArtifact(worker(), nothing, { fileName: "a" }, chunksOf("x"))).rejects.toEqual(
      refusal("NOT_FOUND"),
    );
    await report();
    await expect(upload("late")).rejects.toEqual(refusal("BUILD_ALREADY_FINISHED"));
  });

  it("are the tenant's alone, and of no build that names another's", async () => {
    const [mine, other] = [await newBuild(), await newBuild()];
    const { artifactPath } = await mine.upload("mine");
    await mine.report(artifactPath);
    await other.report(artifactPath);
    await expect(openArtifact(other.ctx, mine.id)).rejects.toEqual(refusal("NOT_FOUND"));
    await expect(openArtifact(other.ctx, other.id)).rejects.toEqual(refusal("NOT_FOUND"));
    const stranger = createContext(other.ctx.actor);
    await expect(enterTenantOfBuild(stranger, mine.id)).rejects.toEqual(refusal("NOT_FOUND"));
    const member = await enterTenantOfBuild(createContext(mine.ctx.actor), mine.id);
    expect((await openArtifact(member, mine.id)).sizeBytes).toBe(4);
  });
});
