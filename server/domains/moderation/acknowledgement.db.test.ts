import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { createListing } from "@/db/factories.ts";
import { auditLog, listingChecks, listings } from "@/db/schema/index.ts";
import { findingsIn, GITHUB_TOKEN } from "@/e2e/support/checks.ts";
import { setUpPlatform, signInAdmin, signInMember } from "@/e2e/support/platform.ts";
import { database } from "@/server/core/context.ts";
import { ListQueue } from "./input.ts";
import { NO_CODE } from "./policy.ts";
import { listQueue } from "./review-queue.ts";
import { decideListing, decideListings } from "./service.ts";

setUpPlatform();

const orm = () => database().systemDb.orm;

const FINDINGS = findingsIn({
  permissionsBefore: [],
  manifest: { permissions: ["network"] },
  files: { "src/key.js": `\nconst key = "${GITHUB_TOKEN}";\neval(key);\n` },
});
const HIGH = FINDINGS.filter(({ severity }) => severity === "HIGH").map(({ fingerprint }) => fingerprint);

/** Pending listing whose checks are done with these findings. */
async function checkedListing(findings = FINDINGS) {
  const { tenant } = await signInMember();
  const { id } = await createListing(orm(), { tenantId: tenant.id, type: "THEME" });
  const high = findings.filter(({ severity }) => severity === "HIGH").length;
  const result = { state: "DONE", finishedAt: new Date(), ruleSetVersion: 1, findings, high } as const;
  await orm().update(listingChecks).set(result).where(eq(listingChecks.listingId, id));
  return id;
}

const statusOf = async (id: string) =>
  (await orm().select().from(listings).where(eq(listings.id, id)))[0]?.status;
const auditOf = (id: string) =>
  orm().select({ after: auditLog.after }).from(auditLog).where(eq(auditLog.subjectId, id));

describe("an approval with open High findings", () => {
  it("is refused with the field and the findings, and changes nothing", async () => {
    const [admin, id] = [await signInAdmin(), await checkedListing()];
    expect(HIGH).toHaveLength(2);
    for (const acknowledgedFindings of [undefined, [], HIGH.slice(1), ["0123456789abcdef"]]) {
      const approval = decideListing(admin, { listingId: id, action: "approve", acknowledgedFindings });
      await expect(approval).rejects.toMatchObject({
        code: "VALIDATION_FAILED",
        message: expect.stringMatching(/New permission \(plugin\.json:\d+\)/),
        problems: [{ path: "acknowledgedFindings" }],
      });
    }
    expect(await statusOf(id)).toBe("PENDING_APPROVAL");
    expect(await auditOf(id)).toEqual([]);
  });

  it("is recorded with the acknowledged findings", async () => {
    const [admin, id] = [await signInAdmin(), await checkedListing()];
    const summary = await decideListing(admin, {
      listingId: id,
      action: "approve",
      acknowledgedFindings: HIGH,
    });
    expect(summary.status).toBe("APPROVED");
    const acknowledgedFindings = [
      expect.stringMatching(/^new-permission \(plugin\.json:\d+\)$/),
      "secret (src/key.js:2)",
    ];
    expect(await auditOf(id)).toMatchObject([{ after: { status: "APPROVED", acknowledgedFindings } }]);
  });

  it("is refused in bulk, while other listings are approved", async () => {
    const admin = await signInAdmin();
    const [risky, plain] = [
      await checkedListing(),
      await checkedListing(FINDINGS.filter(({ severity }) => severity !== "HIGH")),
    ];
    await expect(
      decideListings(admin, { listingIds: [risky, plain], action: "approve" }),
    ).resolves.toMatchObject([
      {
        listingId: risky,
        problem: { code: "VALIDATION_FAILED", message: expect.stringContaining("2 High findings") },
      },
      { listingId: plain, status: "APPROVED" },
    ]);
    expect((await auditOf(plain))[0]?.after).not.toHaveProperty("acknowledgedFindings");
  });
});

describe("an approval of a plugin version without an archive", () => {
  it("is refused until that is acknowledged, in bulk too, and recorded with it", async () => {
    const [admin, { tenant }] = [await signInAdmin(), await signInMember()];
    const { id } = await createListing(orm(), { tenantId: tenant.id, type: "SYSTEM_PLUGIN" });
    const problem = { code: "VALIDATION_FAILED", message: expect.stringContaining("has no code") };
    await expect(decideListing(admin, { listingId: id, action: "approve" })).rejects.toMatchObject({
      ...problem,
      problems: [{ path: "acknowledgedFindings" }],
    });
    expect(await decideListings(admin, { listingIds: [id], action: "approve" })).toMatchObject([{ problem }]);
    const acknowledgedFindings = [NO_CODE];
    await decideListing(admin, { listingId: id, action: "approve", acknowledgedFindings });
    expect(await auditOf(id)).toMatchObject([{ after: { status: "APPROVED", acknowledgedFindings } }]);
  });

  it("is marked in the queue, where the filter of flagged listings finds it", async () => {
    const [admin, { tenant }] = [await signInAdmin(), await signInMember()];
    const of = { tenantId: tenant.id };
    const { id } = await createListing(orm(), { ...of, type: "APP_PLUGIN" });
    await createListing(orm(), { ...of, type: "THEME" });
    const list = async (marks: string[]) =>
      (await listQueue(admin, ListQueue.parse({ publisher: tenant.slug, marks }))).listings;
    expect((await list([])).map(({ lacksCode }) => lacksCode)).toEqual([true, false]);
    expect(await list(["flagged"])).toMatchObject([{ id, lacksCode: true }]);
  });
});

it("rejects a listing with High findings without an acknowledgement", async () => {
  const [admin, id] = [await signInAdmin(), await checkedListing()];
  const rejection = { action: "reject", reason: "SECURITY_RISK", comment: "It has a key." } as const;
  await expect(decideListing(admin, { listingId: id, ...rejection })).resolves.toMatchObject({
    status: "REJECTED",
  });
});
