import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { createListing } from "@/db/factories.ts";
import { changelogDocuments, tenants } from "@/db/schema/index.ts";
import { setUpPlatform, signInAdmin, signInMember } from "@/e2e/support/platform.ts";
import { database, systemContext } from "@/server/core/context.ts";
import { getListedChangelog } from "@/server/domains/listings/service.ts";
import { getChangelogs } from "@/server/domains/marketplace/service.ts";
import { getReview } from "@/server/domains/moderation/review.ts";
import { parseChangelogs, saveChangelogDocument } from "./changelog-documents.ts";
import { PARSER_VERSION } from "./policy.ts";

setUpPlatform();

const jobs = () => systemContext("jobs");
const orm = () => database().systemDb.orm;

async function submit(values: { status?: "APPROVED" | "PENDING_APPROVAL"; changelog?: string | null } = {}) {
  const { tenant } = await signInMember();
  return createListing(orm(), {
    tenantId: tenant.id,
    type: "APP_PLUGIN",
    status: "APPROVED",
    changelog: "- **Undo**",
    ...values,
  });
}

const changelogsOf = ({ id }: { id: string }) => getChangelogs(jobs(), { listingIds: [id] });

describe("saveChangelogDocument", () => {
  it("stores the parsed changelog, which the public page shows", async () => {
    const listing = await submit();
    await saveChangelogDocument(jobs(), listing);
    await saveChangelogDocument(jobs(), listing);
    expect(JSON.stringify(await changelogsOf(listing))).toContain('"tagName":"strong"');
  });

  it("stores a text beyond the limits as plain text", async () => {
    const listing = await submit({ changelog: "*".repeat(20_000) });
    await saveChangelogDocument(jobs(), listing);
    expect(JSON.stringify(await changelogsOf(listing))).toContain("too complex to format");
  });
});

describe("parseChangelogs", () => {
  it("parses changelogs without a document of this parser, and no others", async () => {
    const [missing, old, silent] = [await submit(), await submit(), await submit({ changelog: null })];
    await saveChangelogDocument(jobs(), old);
    await orm()
      .update(changelogDocuments)
      .set({ parserVersion: PARSER_VERSION - 1, document: { type: "root", children: [] } })
      .where(eq(changelogDocuments.listingId, old.id));
    expect(await changelogsOf(old)).toEqual({});
    await parseChangelogs(jobs());
    for (const listing of [missing, old]) {
      expect(JSON.stringify(await changelogsOf(listing))).toContain("strong");
    }
    expect(await changelogsOf(silent)).toEqual({});
  });
});

describe("getChangelogs", () => {
  it("gives neither unapproved versions nor those of a suspended workspace", async () => {
    const [pending, suspended] = [await submit({ status: "PENDING_APPROVAL" }), await submit()];
    await saveChangelogDocument(jobs(), pending);
    await saveChangelogDocument(jobs(), suspended);
    expect(Object.keys(await changelogsOf(suspended))).toEqual([suspended.id]);
    await orm().update(tenants).set({ suspendedAt: new Date() }).where(eq(tenants.id, suspended.tenantId));
    expect(await changelogsOf(suspended)).toEqual({});
    expect(await changelogsOf(pending)).toEqual({});
  });
});

describe("the parsed changelog of a pending listing", () => {
  it("is for its publisher and its moderators, once it is parsed", async () => {
    const [publisher, other, admin] = [await signInMember(), await signInMember(), await signInAdmin()];
    const { id, tenantId, changelog } = await createListing(orm(), {
      tenantId: publisher.tenant.id,
      type: "APP_PLUGIN",
      changelog: "- **Undo**",
    });
    expect(await getListedChangelog(publisher, id)).toBeNull();
    expect((await getReview(admin, id)).changelog).toBeNull();
    await saveChangelogDocument(jobs(), { id, tenantId, changelog });
    const parsed = await getListedChangelog(publisher, id);
    expect(JSON.stringify(parsed)).toContain('"tagName":"strong"');
    expect((await getReview(admin, id)).changelog).toEqual(parsed);
    await expect(getListedChangelog(other, id)).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});
