import { and, eq, inArray } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { auditLog, mails } from "@/db/schema/index.ts";
import { setUpPlatform, signInAdmin, signInMember } from "@/e2e/support/platform.ts";
import { type Context, database } from "@/server/core/context.ts";
import { dismissFailedMails, MAX_CHANGED_MAILS, sendFailedMailsAgain } from "./failed-mails.ts";

setUpPlatform();

const orm = () => database().systemDb.orm;
let admin: Context;
beforeAll(async () => {
  admin = await signInAdmin();
});

const NOW = Date.UTC(2026, 0, 1);
const UNTIL = new Date(NOW).toISOString();
let count = 0;

/** Stores mails to one address. @returns their ids in order */
async function store(to: string, rows: Partial<typeof mails.$inferInsert>[]): Promise<string[]> {
  const stored = rows.map((values, minute) => {
    count += 1;
    return {
      ...{ id: admin.newId(), eventKey: `event ${count}`, kind: "SECURITY" as const, toAddress: to },
      ...{ subject: "Notice", state: "FAILED" as const, triesUsed: 8, dataEndedAt: new Date(NOW) },
      createdAt: new Date(NOW - (rows.length - minute) * 1_000),
      ...values,
    };
  });
  await orm().insert(mails).values(stored);
  return stored.map(({ id }) => id);
}

const statesOf = async (ids: string[]) =>
  (await orm().select().from(mails).where(inArray(mails.id, ids)).orderBy(mails.createdAt)).map(
    ({ state }) => state,
  );
const auditedOf = (action: string, ids: string[]) =>
  orm().$count(auditLog, and(eq(auditLog.action, action), inArray(auditLog.subjectId, ids)));

describe("dismissFailedMails", () => {
  it("dismisses what failed of the list, each audited, and nothing that failed since", async () => {
    const to = "one@acme.test";
    const ids = await store(to, [{}, { state: "QUEUED" }, {}, { createdAt: new Date(NOW + 1) }]);
    const [other = ""] = await store("other@acme.test", [{}]);
    expect(await dismissFailedMails(admin, { to: "One@acme.test", until: UNTIL })).toBe(2);
    expect(await statesOf(ids)).toEqual(["DISMISSED", "QUEUED", "DISMISSED", "FAILED"]);
    expect(await auditedOf("mail.dismiss", ids)).toBe(2);
    expect(await dismissFailedMails(admin, { to, until: UNTIL })).toBe(0);
    expect(await dismissFailedMails(admin, { to: "", until: UNTIL })).toBe(1);
    expect(await statesOf([other])).toEqual(["DISMISSED"]);
  });

  it("takes a bounded number at once, the oldest first, and each mail once", async () => {
    const to = "many@acme.test";
    const ids = await store(
      to,
      Array.from({ length: MAX_CHANGED_MAILS + 1 }, () => ({})),
    );
    const [one, two] = await Promise.all([
      dismissFailedMails(admin, { to, until: UNTIL }),
      dismissFailedMails(admin, { to, until: UNTIL }),
    ]);
    await dismissFailedMails(admin, { to, until: UNTIL });
    expect(one + two).toBeLessThanOrEqual(MAX_CHANGED_MAILS + 1);
    expect(new Set(await statesOf(ids))).toEqual(new Set(["DISMISSED"]));
    expect(await auditedOf("mail.dismiss", ids)).toBe(ids.length);
  });
});

it("sendFailedMailsAgain queues what is worth sending, with new attempts, its job and its audit row", async () => {
  const to = "again@acme.test";
  const ids = await store(to, [{}, { expiresAt: new Date() }, { state: "DISMISSED" }, {}]);
  expect(await sendFailedMailsAgain(admin, { to, until: UNTIL })).toBe(2);
  expect(await statesOf(ids)).toEqual(["QUEUED", "FAILED", "DISMISSED", "QUEUED"]);
  const [first = ""] = ids;
  const [row] = await orm().select().from(mails).where(eq(mails.id, first));
  expect(row).toMatchObject({ triesUsed: 0, dataEndedAt: null });
  const jobs = await database().systemDb.sql`
    select key from graphile_worker.jobs where key in ${database().systemDb.sql(ids.map((id) => `send_mail ${id}`))}`;
  expect(jobs).toHaveLength(2);
  expect(await auditedOf("mail.send_again", ids)).toBe(2);
});

it("both are for Super Admins alone", async () => {
  const owner = await signInMember("OWNER");
  for (const use of [dismissFailedMails, sendFailedMailsAgain])
    await expect(use(owner, { to: "", until: UNTIL })).rejects.toMatchObject({ code: "PERMISSION_DENIED" });
});
