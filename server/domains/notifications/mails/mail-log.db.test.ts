import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { auditLog, mails } from "@/db/schema/index.ts";
import { NIL_ID, setUpPlatform, signInAdmin, signInMember } from "@/e2e/support/platform.ts";
import { type Context, database, systemContext } from "@/server/core/context.ts";
import { completeEnv } from "@/server/core/env/env.ts";
import { withTransaction } from "@/server/core/transactions.ts";
import { queueMail } from "@/server/mail/queue-mail.ts";
import type { MailKind } from "@/shared/vocabulary.ts";
import { dismissMail, getMail, getMailHtml, listMails, sendMailAgain } from "./service.ts";

setUpPlatform();

const orm = () => database().systemDb.orm;
const system = () => systemContext("test");
let admin: Context;
beforeAll(async () => {
  completeEnv({ NEXTAUTH_URL: "https://drydock.test" });
  admin = await signInAdmin();
});

const PAGE = { to: "", state: [], limit: 2 };

let count = 0;
async function queue(kind: MailKind = "SECURITY", to = "dev@acme.test"): Promise<string> {
  count += 1;
  const eventKey = `event ${count}`;
  await withTransaction(system(), ({ open: { tx } }) =>
    queueMail(tx, system(), {
      ...{ to, userId: null, kind, eventKey },
      message: { subject: `Mail ${count}`, heading: "Heading", paragraphs: ["Text"], reason: "Reason." },
    }),
  );
  const [row] = await orm().select().from(mails).where(eq(mails.eventKey, eventKey));
  return row?.id ?? "";
}

const failMail = (id: string, values: Partial<typeof mails.$inferInsert> = {}) =>
  orm()
    .update(mails)
    .set({ state: "FAILED", triesUsed: 8, attempts: 8, dataEndedAt: new Date(), ...values })
    .where(eq(mails.id, id));

describe("the list of mails", () => {
  it("is paged, newest first, and found by recipient and state", async () => {
    const ids = [await queue(), await queue(), await queue("SECURITY", "other@acme.test")];
    await failMail(ids[0] ?? "");
    const first = await listMails(admin, PAGE);
    expect(first.mails).toHaveLength(2);
    const second = await listMails(admin, { ...PAGE, cursor: first.nextCursor ?? undefined });
    expect([...first.mails, ...second.mails].map(({ id }) => id).sort()).toEqual([...ids].sort());
    const failed = await listMails(admin, { ...PAGE, state: ["FAILED"] });
    expect(failed.mails.map(({ id }) => id)).toEqual([ids[0]]);
    const found = await listMails(admin, { ...PAGE, to: "Other@acme.test" });
    expect(found.mails.map(({ to }) => to)).toEqual(["other@acme.test"]);
  });
});

describe("a mail", () => {
  it("is shown as text and HTML", async () => {
    const id = await queue();
    expect(await getMail(admin, id)).toMatchObject({ state: "QUEUED", canSendAgain: false });
    expect((await getMail(admin, id)).text).toContain("Heading");
    expect(await getMailHtml(admin, id)).toContain("<h1");
  });

  it("with a secret link is not shown where a mail server sends it", async () => {
    const id = await queue("RESET_PASSWORD");
    expect((await getMail(admin, id)).text).toContain("Heading");
    completeEnv({ SMTP_URL: "smtp://mail.test", MAIL_FROM: "a@b.test" });
    try {
      expect((await getMail(admin, id)).text).toBeNull();
      await expect(getMailHtml(admin, id)).rejects.toMatchObject({ code: "NOT_FOUND" });
    } finally {
      completeEnv({ SMTP_URL: "", MAIL_FROM: "" });
    }
  });

  it("that failed is sent again once, audited, with new attempts", async () => {
    const id = await queue();
    await expect(sendMailAgain(admin, id)).rejects.toMatchObject({ code: "INVALID_TRANSITION" });
    await failMail(id);
    expect((await getMail(admin, id)).canSendAgain).toBe(true);
    const results = await Promise.allSettled([sendMailAgain(admin, id), sendMailAgain(admin, id)]);
    expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const [row] = await orm().select().from(mails).where(eq(mails.id, id));
    expect(row).toMatchObject({ state: "QUEUED", triesUsed: 0, dataEndedAt: null, attempts: 8 });
    const jobs = await database().systemDb.sql`
      select from graphile_worker.jobs where key = ${`send_mail ${id}`}`;
    expect(jobs).toHaveLength(1);
    const entries = await orm().select().from(auditLog).where(eq(auditLog.subjectId, id));
    expect(entries).toMatchObject([{ action: "mail.send_again", subjectType: "mail" }]);
  });

  it("that failed is dismissed once, audited, and can still be sent again", async () => {
    const id = await queue();
    await expect(dismissMail(admin, id)).rejects.toMatchObject({ code: "INVALID_TRANSITION" });
    await failMail(id);
    expect(await getMail(admin, id)).toMatchObject({ canDismiss: true, canSendAgain: true });
    const results = await Promise.allSettled([dismissMail(admin, id), dismissMail(admin, id)]);
    expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await getMail(admin, id)).toMatchObject({
      state: "DISMISSED",
      canDismiss: false,
      canSendAgain: true,
    });
    const entries = () =>
      orm().select().from(auditLog).where(eq(auditLog.subjectId, id)).orderBy(auditLog.id);
    expect(await entries()).toMatchObject([
      { action: "mail.dismiss", before: { state: "FAILED" }, after: { state: "DISMISSED" } },
    ]);
    await sendMailAgain(admin, id);
    expect(await getMail(admin, id)).toMatchObject({ state: "QUEUED", canDismiss: false });
    expect(await entries()).toMatchObject([{ action: "mail.dismiss" }, { before: { state: "DISMISSED" } }]);
  });

  it("whose link has expired is not sent again", async () => {
    const id = await queue("RESET_PASSWORD");
    await failMail(id, { expiresAt: new Date(Date.now() - 1) });
    await expect(sendMailAgain(admin, id)).rejects.toMatchObject({ code: "INVALID_TRANSITION" });
  });

  it("does not exist for others than Super Admins, and only by its id", async () => {
    const id = await queue();
    const owner = await signInMember("OWNER");
    for (const call of [
      listMails(owner, PAGE),
      getMail(owner, id),
      getMailHtml(owner, id),
      sendMailAgain(owner, id),
      dismissMail(owner, id),
    ]) {
      await expect(call).rejects.toMatchObject({ code: "PERMISSION_DENIED" });
    }
    for (const use of [getMail, getMailHtml, sendMailAgain, dismissMail]) {
      await expect(use(admin, NIL_ID)).rejects.toMatchObject({ code: "NOT_FOUND" });
    }
  });
});
