import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { auditLog, savedReplies } from "@/db/schema/index.ts";
import { setUpPlatform, signInAdmin, signInMember } from "@/e2e/support/platform.ts";
import { database } from "@/server/core/context.ts";
import { read } from "@/server/core/transactions.ts";
import { createSavedReply, deleteSavedReply, editSavedReply, listSavedReplies } from "./service.ts";

setUpPlatform();

const orm = () => database().systemDb.orm;
const ownTitle = () => `Reply ${randomUUID()}`;
const auditOf = async (id: string) =>
  (await orm().select().from(auditLog).where(eq(auditLog.subjectId, id))).map(
    ({ action, before, after }) => ({ action, before, after }),
  );

it("is shared by Super Admins, edited and deleted, each with one audit row", async () => {
  const [author, other] = [await signInAdmin(), await signInAdmin()];
  const [title, edited] = [ownTitle(), ownTitle()];
  const reply = await createSavedReply(author, { title, text: "Add a changelog." });
  expect(await listSavedReplies(other)).toContainEqual(reply);
  const change = { title: edited, text: "Add a changelog for this version." };
  await editSavedReply(other, { replyId: reply.id, ...change });
  expect(await listSavedReplies(author)).toContainEqual({ id: reply.id, ...change });
  await deleteSavedReply(author, { replyId: reply.id });
  expect((await listSavedReplies(author)).map(({ id }) => id)).not.toContain(reply.id);
  expect(await auditOf(reply.id)).toEqual([
    { action: "saved_reply.create", before: null, after: { title, text: reply.text } },
    { action: "saved_reply.edit", before: { title, text: reply.text }, after: change },
    { action: "saved_reply.delete", before: change, after: null },
  ]);
});

it("refuses a title in use, by its field, and a reply that is gone", async () => {
  const admin = await signInAdmin();
  const [one, two] = [
    await createSavedReply(admin, { title: ownTitle(), text: "One" }),
    await createSavedReply(admin, { title: ownTitle(), text: "Two" }),
  ];
  const inUse = { code: "VALIDATION_FAILED", problems: [{ path: "title" }] };
  await expect(createSavedReply(admin, { title: one.title, text: "Again" })).rejects.toMatchObject(inUse);
  const rename = { replyId: two.id, title: one.title, text: two.text };
  await expect(editSavedReply(admin, rename)).rejects.toMatchObject(inUse);
  await editSavedReply(admin, { ...rename, title: two.title, text: "Three" });
  await deleteSavedReply(admin, { replyId: two.id });
  await expect(deleteSavedReply(admin, { replyId: two.id })).rejects.toMatchObject({ code: "NOT_FOUND" });
});

it("is hidden from owners of tenants", async () => {
  const reply = await createSavedReply(await signInAdmin(), { title: ownTitle(), text: "Internal" });
  const owner = await signInMember("OWNER");
  const fields = { title: ownTitle(), text: "Mine" };
  for (const call of [
    () => listSavedReplies(owner),
    () => createSavedReply(owner, fields),
    () => editSavedReply(owner, { replyId: reply.id, ...fields }),
    () => deleteSavedReply(owner, { replyId: reply.id }),
  ]) {
    await expect(call()).rejects.toMatchObject({ code: "PERMISSION_DENIED" });
  }
  expect(await read(owner, (tx) => tx.$count(savedReplies))).toBe(0);
});
