import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createEntity } from "@/db/factories.ts";
import { auditLog, listingChecks } from "@/db/schema/index.ts";
import { pluginArchive, type RawTarEntry } from "@/e2e/support/archives.ts";
import { setUpPlatform, signInAdmin, signInMember } from "@/e2e/support/platform.ts";
import { database, systemContext, type TenantContext } from "@/server/core/context.ts";
import { completeEnv } from "@/server/core/env/env.ts";
import { writeUnaudited } from "@/server/core/transactions.ts";
import { archiveKey } from "@/server/domains/items/archives/policy.ts";
import { uploadArchive } from "@/server/domains/items/archives/upload.ts";
import { decideListing } from "@/server/domains/moderation/service.ts";
import { objectStore } from "@/server/storage/object-store.ts";
import { RULE_SET_VERSION } from "@/shared/plugin/checks/rule-set.ts";
import { reference } from "@/shared/text/text.ts";
import { recordNames } from "../item-names.ts";
import { publishListing } from "../publish.ts";
import { queueChecks } from "../queue-checks.ts";
import { withdrawListing } from "../service.ts";
import { blockArchive, unblockArchive } from "./block.ts";
import { runCheck } from "./run-check.ts";
import { getChecks, getReviewChecks, rerunChecks } from "./service.ts";

setUpPlatform();

let objects = "";

beforeAll(async () => {
  objects = await mkdtemp(join(tmpdir(), "drydock-checks-"));
  completeEnv({ STORAGE_URL: `file://${objects}` });
});
afterAll(() => rm(objects, { recursive: true, force: true }));

const jobs = () => systemContext("checks");

interface Submission {
  entityId: string;
  slug: string;
  version: string;
  permissions?: string[];
  files?: Record<string, string>;
}

const unlikeAnyOther = () => `plugin-${randomUUID()}`;

async function register(ctx: TenantContext, slug = unlikeAnyOther()) {
  const { id } = await createEntity(database().systemDb.orm, {
    type: "APP_PLUGIN",
    tenantId: ctx.tenant.id,
    slug,
  });
  return { entityId: id, slug };
}

/** Uploads and hands in a version; its checks wait. */
async function submit(ctx: TenantContext, { entityId, slug, version, permissions, files = {} }: Submission) {
  const further: RawTarEntry[] = Object.entries(files).map(([path, content]) => ({ path, content }));
  const { bytes, sha256 } = pluginArchive({ slug, version, permissions }, further);
  await uploadArchive(ctx, { sha256, bytes: pieces(bytes) });
  return publishListing(ctx, {
    type: "APP_PLUGIN",
    name: slug,
    slug,
    version,
    description: "Made for a test.",
    changelog: "Something new.",
    appPluginId: entityId,
    archiveSha256: sha256,
  });
}

async function* pieces(bytes: Uint8Array) {
  for (let at = 0; at < bytes.byteLength; at += 100) yield bytes.subarray(at, at + 100);
}

async function readAll(key: string): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of (await objectStore().get(key))?.body ?? []) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Does what the job runner would. */
async function work() {
  const { sql } = database().systemDb;
  // Publishing has them queued as well, a moment later.
  await expect
    .poll(async () => {
      await queueChecks(jobs());
      return sql`select from listing_checks where enqueued_at is null`;
    })
    .toHaveLength(0);
  const queued = await sql<{ id: string; listingId: string }[]>`
    select j.id::text, payload ->> 'listingId' as "listingId" from graphile_worker._private_jobs j
    join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'check_listing'`;
  for (const { id, listingId } of queued) {
    await sql`select graphile_worker.complete_jobs(array[${id}::bigint])`;
    await runCheck(jobs(), listingId);
  }
  return queued.length;
}

const rulesOf = ({ findings }: { findings: { rule: string }[] }) => findings.map(({ rule }) => rule);

const auditsOf = (listingId: string) =>
  database()
    .systemDb.orm.select({ action: auditLog.action, after: auditLog.after })
    .from(auditLog)
    .where(and(eq(auditLog.subjectId, listingId), eq(auditLog.subjectType, "listing_check")))
    .orderBy(auditLog.at, auditLog.id);

describe("a submission", () => {
  it("has a waiting check at once, which is enqueued once", async () => {
    const ctx = await signInMember();
    const { id } = await submit(ctx, { ...(await register(ctx)), version: "1.0.0" });
    expect(await getChecks(ctx, id)).toMatchObject({ state: "WAITING", ruleSetVersion: null, findings: [] });
    expect(await work()).toBe(1);
    expect(await work()).toBe(0);
    expect(await getChecks(ctx, id)).toMatchObject({
      state: "DONE",
      ruleSetVersion: RULE_SET_VERSION,
      previous: null,
    });
    expect(await auditsOf(id)).toEqual([
      {
        action: "listing.check",
        after: { state: "DONE", ruleSetVersion: RULE_SET_VERSION, high: 0, medium: 0, low: 0 },
      },
    ]);
  });

  it("is told which of its texts are shown without formatting", async () => {
    const ctx = await signInMember();
    const files = { "README.md": `# Guide\n\n${"*".repeat(20_000)}` };
    const { id } = await submit(ctx, { ...(await register(ctx)), version: "1.0.0", files });
    await work();
    expect((await getChecks(ctx, id)).findings).toMatchObject([{ rule: "unformatted", path: "README.md" }]);
  });

  it("is checked by its files, streamed from the object store", async () => {
    const ctx = await signInMember();
    const files = { "src/run.js": "\neval(input);\n", ".env": "A=1" };
    const { id } = await submit(ctx, { ...(await register(ctx)), version: "1.0.0", files });
    await work();
    const checks = await getChecks(ctx, id);
    expect(checks.counts).toEqual({ high: 1, medium: 1, low: 0 });
    expect(checks.findings).toMatchObject([
      { rule: "secret", path: ".env", title: "Secret in a file", isNew: null },
      { rule: "dynamic-code", path: "src/run.js", line: 2, excerpt: "eval(input);" },
    ]);
    expect(checks.rules.map(({ id: rule }) => rule)).toEqual(["secret", "dynamic-code"]);
  });

  it("is compared with the permissions of the approved version", async () => {
    const [ctx, admin] = [await signInMember(), await signInAdmin()];
    const item = await register(ctx);
    const first = await submit(ctx, { ...item, version: "1.0.0", permissions: ["ui"] });
    await work();
    await decideListing(admin, { listingId: first.id, action: "approve" });
    const update = await submit(ctx, { ...item, version: "1.1.0", permissions: ["ui", "contacts.read"] });
    await work();
    expect((await getReviewChecks(admin, update.id)).findings).toMatchObject([
      { rule: "new-permission", severity: "HIGH", message: expect.stringContaining("contacts.read") },
    ]);
  });

  it("is checked again when the approved version below it changes, and keeps its findings until then", async () => {
    const [ctx, admin] = [await signInMember(), await signInAdmin()];
    const item = await register(ctx);
    const files = { "a.js": "eval(a);" };
    const first = await submit(ctx, { ...item, version: "0.1.0", permissions: ["ui"] });
    const other = await submit(ctx, { ...(await register(ctx)), version: "0.2.0" });
    const second = await submit(ctx, { ...item, version: "0.2.0", permissions: ["ui", "net"], files });
    await work();
    expect(rulesOf(await getReviewChecks(admin, second.id))).toEqual(["dynamic-code"]);

    const steps = [
      { decide: { action: "approve" }, found: ["new-permission", "dynamic-code"] },
      { decide: { action: "suspend", reason: "POLICY", comment: "For now." }, found: ["dynamic-code"] },
      { decide: { action: "restore", comment: "Again." }, found: ["new-permission", "dynamic-code"] },
    ] as const;
    for (const { decide, found } of steps) {
      const before = rulesOf(await getReviewChecks(admin, second.id));
      await decideListing(admin, { listingId: first.id, ...decide });
      const waiting = await getReviewChecks(admin, second.id);
      expect(waiting.state).toBe("WAITING");
      expect(rulesOf(waiting)).toEqual(before);
      expect(await getChecks(ctx, other.id)).toMatchObject({ state: "DONE" });
      expect(await work()).toBe(1);
      expect(rulesOf(await getReviewChecks(admin, second.id))).toEqual(found);
    }
    await withdrawListing(ctx, first.id);
    expect(await work()).toBe(1);
    expect(rulesOf(await getReviewChecks(admin, second.id))).toEqual(["dynamic-code"]);
  });

  it("is not checked again by other decisions", async () => {
    const [ctx, admin] = [await signInMember(), await signInAdmin()];
    const item = await register(ctx);
    const first = await submit(ctx, { ...item, version: "0.1.0" });
    const second = await submit(ctx, { ...item, version: "0.2.0" });
    await work();
    await decideListing(admin, { listingId: first.id, action: "reject", reason: "POLICY", comment: "No." });
    expect(await getChecks(ctx, second.id)).toMatchObject({ state: "DONE" });
    expect(await work()).toBe(0);
  });

  it("compares findings with the previous submission: fixed, still there, new", async () => {
    const ctx = await signInMember();
    const item = await register(ctx);
    const code = "eval(a);\neval(b);\n";
    const before = await submit(ctx, { ...item, version: "1.0.0", files: { "a.js": code, ".env": "A=1" } });
    await work();
    const moved = "// Moved\neval(b);\nnew Function(c);\n";
    const { id } = await submit(ctx, { ...item, version: "1.0.1", files: { "a.js": moved } });
    await work();
    const { findings, previous } = await getChecks(ctx, id);
    expect(findings.map(({ line, isNew }) => [line, isNew])).toEqual([
      [2, false],
      [3, true],
    ]);
    expect(previous).toMatchObject({ listingId: before.id, version: "1.0.0", still: 1, added: 1 });
    expect(previous?.fixed.map(({ rule }) => rule)).toEqual(["secret", "dynamic-code"]);
  });

  it("is flagged for a similar earlier item of another tenant, not the other way round", async () => {
    const [ctx, other] = [await signInMember(), await signInMember()];
    const first = await submit(ctx, { ...(await register(ctx, "harbour-lights")), version: "1.0.0" });
    await work();
    const second = await submit(other, { ...(await register(other, "harbour-1ights")), version: "1.0.0" });
    await work();
    const found = await getChecks(other, second.id);
    expect(rulesOf(found)).toEqual(["lookalike"]);
    expect(found.findings[0]?.message).toContain("harbour-lights");
    await rerunChecks(await signInAdmin(), first.id);
    await work();
    expect(rulesOf(await getChecks(ctx, first.id))).toEqual([]);
  });
});

describe("a name of another type", () => {
  it("is a finding", async () => {
    const [first, second] = [await signInMember(), await signInMember()];
    const earlier = { type: "SYSTEM_PLUGIN", slug: "tide-tables", name: "Tide Tables" } as const;
    const named = { ...earlier, tenantId: first.tenant.id, submittedAt: new Date(0) };
    await writeUnaudited(systemContext("test"), (tx) => recordNames(tx, [named]));
    const { id } = await submit(second, { ...(await register(second, "tide-tab1es")), version: "1.0.0" });
    await work();
    const found = await getChecks(second, id);
    expect(rulesOf(found)).toEqual(["lookalike"]);
    expect(found.findings[0]?.message).toContain("the system plugin tide-tables");
  });
});

describe("a run", () => {
  it("is idempotent after a crash", async () => {
    const ctx = await signInMember();
    const files = { "a.js": "eval(a);" };
    const { id } = await submit(ctx, { ...(await register(ctx)), version: "1.0.0", files });
    const { orm } = database().systemDb;
    const whenDied = { state: "RUNNING", startedAt: new Date() } as const;
    await orm.update(listingChecks).set(whenDied).where(eq(listingChecks.listingId, id));
    await Promise.all([runCheck(jobs(), id), runCheck(jobs(), id), runCheck(jobs(), id)]);
    const first = await getChecks(ctx, id);
    expect(first).toMatchObject({ state: "DONE", counts: { high: 0, medium: 1, low: 0 } });
    await runCheck(jobs(), id);
    expect(await getChecks(ctx, id)).toEqual(first);
    expect(await auditsOf(id)).toHaveLength(1);
  });

  it("is retried while the archive is unavailable, then fails, and can be requested again", async () => {
    const ctx = await signInMember();
    const listing = await submit(ctx, { ...(await register(ctx)), version: "1.0.0" });
    const key = archiveKey(listing.archiveSha256 ?? "");
    const bytes = await readAll(key);
    await objectStore().delete(key);
    await expect(runCheck(jobs(), listing.id)).rejects.toMatchObject({ code: "UNAVAILABLE" });
    expect(await getChecks(ctx, listing.id)).toMatchObject({ state: "RUNNING", failure: null });
    await runCheck(jobs(), listing.id, true);
    const failed = await getChecks(ctx, listing.id);
    expect(failed).toMatchObject({ state: "FAILED", failure: expect.stringContaining("several attempts") });
    expect(await auditsOf(listing.id)).toHaveLength(1);
    await objectStore().put(key, pieces(bytes));
    await rerunChecks(await signInAdmin(), listing.id);
    await work();
    expect(await getChecks(ctx, listing.id)).toMatchObject({ state: "DONE", failure: null });
  });

  it("can be requested by a Super Admin, and keeps the findings until it is done", async () => {
    const [ctx, admin] = [await signInMember(), await signInAdmin()];
    const files = { "a.js": "eval(a);" };
    const { id } = await submit(ctx, { ...(await register(ctx)), version: "1.0.0", files });
    await work();
    await rerunChecks(admin, id);
    expect(await getChecks(ctx, id)).toMatchObject({ state: "WAITING", counts: { medium: 1 } });
    expect(await work()).toBe(1);
    expect(await getChecks(ctx, id)).toMatchObject({ state: "DONE", counts: { medium: 1 } });
    expect((await auditsOf(id)).map(({ action }) => action)).toEqual([
      "listing.check",
      "listing.recheck",
      "listing.check",
    ]);
  });
});

describe("a blocked archive", () => {
  it("is reported in pending and new listings, until it is unblocked", async () => {
    const [ctx, admin] = [await signInMember(), await signInAdmin()];
    const item = await register(ctx);
    const { id, archiveSha256 } = await submit(ctx, { ...item, version: "1.0.0" });
    const sha256 = archiveSha256 ?? "";
    await work();
    await blockArchive(admin, { sha256, reason: "It mines coins.", listingId: id });
    await work();
    expect(await getReviewChecks(admin, id)).toMatchObject({
      block: { reason: "It mines coins.", blockedBy: admin.actor.name },
      findings: [{ rule: "blocked-archive", message: "is blocked: It mines coins." }],
    });
    await unblockArchive(admin, { sha256 });
    await work();
    expect(await getReviewChecks(admin, id)).toMatchObject({ block: null, findings: [] });
    const actions = await database()
      .systemDb.orm.select({ action: auditLog.action })
      .from(auditLog)
      .where(and(eq(auditLog.subjectId, sha256), eq(auditLog.actorId, admin.actor.userId)))
      .orderBy(auditLog.at, auditLog.id);
    expect(actions.map(({ action }) => action)).toEqual(["archive.block", "archive.unblock"]);
    await expect(unblockArchive(admin, { sha256 })).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});

describe("access", () => {
  it("is visible to the listing's tenant, and to Super Admins", async () => {
    const [ctx, other, admin] = [await signInMember(), await signInMember("OWNER"), await signInAdmin()];
    const { id } = await submit(ctx, { ...(await register(ctx)), version: "1.0.0" });
    const [viewer] = [{ ...ctx, role: "VIEWER" as const, permissions: new Set<never>() }];
    await expect(getChecks(viewer, id)).resolves.toMatchObject({ listingId: id });
    const unknownId = reference().parse("none");
    for (const listingId of [id, unknownId]) {
      await expect(getChecks(other, listingId)).rejects.toMatchObject({ code: "NOT_FOUND" });
    }
    const sha256 = "0".repeat(64);
    const denied = { code: "PERMISSION_DENIED" };
    for (const person of [ctx, other]) {
      await expect(getReviewChecks(person, id)).rejects.toMatchObject(denied);
      await expect(rerunChecks(person, id)).rejects.toMatchObject(denied);
      await expect(blockArchive(person, { sha256, reason: "x" })).rejects.toMatchObject(denied);
      await expect(unblockArchive(person, { sha256 })).rejects.toMatchObject(denied);
    }
    await expect(rerunChecks(admin, unknownId)).rejects.toMatchObject({ code: "NOT_FOUND" });
    const noListing = { sha256, reason: "x", listingId: unknownId };
    await expect(blockArchive(admin, noListing)).rejects.toMatchObject({ code: "VALIDATION_FAILED" });
  });
});
