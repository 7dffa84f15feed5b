import { eq, or } from "drizzle-orm";
import { expect, it } from "vitest";
import { createListing } from "@/db/factories.ts";
import { auditLog, domainEvents, moderationNotes, notices } from "@/db/schema/index.ts";
import { setUpPlatform, signInAdmin, signInMember } from "@/e2e/support/platform.ts";
import { database, systemContext } from "@/server/core/context.ts";
import { read } from "@/server/core/transactions.ts";
import { getListingReview } from "@/server/domains/listings/review.ts";
import { getListingView } from "@/server/domains/listings/service.ts";
import { dispatchEvents } from "@/server/domains/notifications/callbacks/dispatch-events.ts";
import { writeNote } from "./notes.ts";
import { getReview } from "./review.ts";

setUpPlatform();

const orm = () => database().systemDb.orm;
const TEXT = "The same author as the one suspended in May.";

async function submitted() {
  const owner = await signInMember("OWNER");
  const listing = await createListing(orm(), { tenantId: owner.tenant.id, type: "THEME" });
  return { owner, listing };
}

it("shows a note to all Super Admins, with one audit row that leaves the text out", async () => {
  const { listing } = await submitted();
  const [author, other] = [await signInAdmin(), await signInAdmin()];
  const note = await writeNote(author, { listingId: listing.id, text: TEXT });
  expect(note).toMatchObject({ by: author.actor.name, text: TEXT });
  expect((await getReview(other, listing.id)).notes).toEqual([note]);
  const audit = await orm().select().from(auditLog).where(eq(auditLog.subjectId, listing.id));
  expect(audit).toMatchObject([{ action: "listing.note", tenantId: null, after: { noteId: note.id } }]);
  expect(JSON.stringify(audit)).not.toContain(TEXT);
});

it("tells the publisher nothing", async () => {
  const { owner, listing } = await submitted();
  await writeNote(await signInAdmin(), { listingId: listing.id, text: TEXT });
  await dispatchEvents(systemContext("test"));
  const seen = [
    await getListingReview(owner, listing.id),
    await getListingView(owner, listing.id),
    await orm().select().from(domainEvents).where(eq(domainEvents.subjectId, listing.id)),
    await orm().select().from(notices).where(eq(notices.userId, owner.actor.userId)),
    await orm().select().from(auditLog).where(eq(auditLog.tenantId, owner.tenant.id)),
  ];
  expect(JSON.stringify(seen)).not.toMatch(/same author|noteId/);
  expect(await read(owner, (tx) => tx.$count(moderationNotes))).toBe(0);
  expect(await orm().$count(moderationNotes)).toBeGreaterThan(0);
});

it("refuses owners of tenants, also the listing's own, and unknown listings", async () => {
  const { owner, listing } = await submitted();
  const stranger = await signInMember("OWNER");
  for (const member of [owner, stranger]) {
    await expect(writeNote(member, { listingId: listing.id, text: TEXT })).rejects.toMatchObject({
      code: "PERMISSION_DENIED",
    });
  }
  const unknown = { listingId: owner.tenant.id, text: TEXT };
  await expect(writeNote(await signInAdmin(), unknown)).rejects.toMatchObject({ code: "NOT_FOUND" });
  const ofListing = or(
    eq(moderationNotes.listingId, listing.id),
    eq(moderationNotes.listingId, owner.tenant.id),
  );
  expect(await orm().$count(moderationNotes, ofListing)).toBe(0);
});
