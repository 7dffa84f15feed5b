import { existsSync, readdirSync, readFileSync } from "node:fs";
import { eq, inArray } from "drizzle-orm";
import { simpleParser } from "mailparser";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createUser } from "@/db/factories.ts";
import { mails } from "@/db/schema/index.ts";
import { makeTempDirectory } from "@/e2e/process/postgres-fixture.ts";
import { atTime, setUpPlatform } from "@/e2e/support/platform.ts";
import { type MailReceiver, startMailReceiver } from "@/e2e/support/receivers/mail-receiver.ts";
import { closedPort } from "@/e2e/support/receivers/receiver.ts";
import { database, systemContext } from "@/server/core/context.ts";
import { completeEnv } from "@/server/core/env/env.ts";
import { withTransaction } from "@/server/core/transactions.ts";
import { DAY_MS } from "@/shared/time.ts";
import { purgeMails } from "./purge.ts";
import { type NewMail, queueMail } from "./queue-mail.ts";
import { sendMail } from "./send-mail.ts";
import type { MailTransport } from "./settings.ts";

setUpPlatform();

const orm = () => database().systemDb.orm;
const ctx = () => systemContext("test");

let receiver: MailReceiver;
let directory: ReturnType<typeof makeTempDirectory>;
beforeAll(async () => {
  directory = makeTempDirectory();
  completeEnv({ NEXTAUTH_URL: "https://drydock.test", DATA_DIR: directory.path });
  receiver = await startMailReceiver();
});
afterAll(async () => {
  await receiver.close();
  directory.remove();
});
beforeEach(() => {
  receiver.received.length = 0;
  receiver.behavior = {};
});

const serverOf = (port: number): MailTransport => ({
  server: { host: "127.0.0.1", port, isImplicitTls: false, credentials: null },
  allow: [],
});
const smtp = () => serverOf(receiver.port);

const rowOf = async (id: string) => {
  const [row] = await orm().select().from(mails).where(eq(mails.id, id));
  if (!row) throw new Error("no mail");
  return row;
};

const jobsOf = (mailId: string) =>
  database().systemDb.sql<{ run_at: string }[]>`
    select run_at from graphile_worker.jobs where key = ${`send_mail ${mailId}`}`;

let count = 0;
async function queue(mail: Partial<NewMail> = {}): Promise<string> {
  count += 1;
  const eventKey = mail.eventKey ?? `event ${count}`;
  await withTransaction(ctx(), ({ open: { tx } }) =>
    queueMail(tx, ctx(), {
      to: "dev@acme.test",
      userId: null,
      kind: "SECURITY",
      eventKey,
      message: {
        subject: "Password changed",
        heading: "Your password was changed",
        paragraphs: ["All other sessions have ended."],
        action: { label: "Sign in", path: "/sign-in" },
        reason: "You get this email because it concerns the security of your account.",
      },
      ...mail,
    }),
  );
  const [row] = await orm().select().from(mails).where(eq(mails.eventKey, eventKey));
  if (!row) throw new Error("no mail");
  return row.id;
}

describe("a queued mail", () => {
  it("has its job in the same transaction, and one event has one mail", async () => {
    const eventKey = "the event";
    const id = await queue({ eventKey });
    expect(await queue({ eventKey, to: "other@acme.test" })).toBe(id);
    expect(await jobsOf(id)).toHaveLength(1);
    await expect(
      withTransaction(ctx(), async ({ open: { tx } }) => {
        await queueMail(tx, ctx(), { ...(await newMail()), eventKey: "rolled back" });
        throw new Error("rolled back");
      }),
    ).rejects.toThrow("rolled back");
    expect(await orm().select().from(mails).where(eq(mails.eventKey, "rolled back"))).toEqual([]);
  });

  it("of a kind that can be turned off has an unsubscribe link", async () => {
    const user = await createUser(orm());
    const id = await queue({ kind: "BUILD_FAILED", userId: user.id });
    const row = await rowOf(id);
    expect(row.unsubscribeUrl).toMatch(/^https:\/\/drydock\.test\/api\/mail\/unsubscribe\/[\w.-]+$/);
    expect(row.text).toContain("Unsubscribe: https://drydock.test/unsubscribe/");
    expect((await rowOf(await queue({ userId: user.id }))).unsubscribeUrl).toBeNull();
  });
});

const newMail = async (): Promise<NewMail> => ({
  to: "dev@acme.test",
  userId: null,
  kind: "SECURITY",
  eventKey: "x",
  message: { subject: "s", heading: "h", paragraphs: [], reason: "r" },
});

describe("an attempt", () => {
  it("sends the mail once, however often its job runs", async () => {
    const id = await queue();
    for (let run = 0; run < 3; run += 1) await sendMail(ctx(), id, smtp());
    expect(await rowOf(id)).toMatchObject({ state: "SENT", attempts: 1, lastError: null });
    expect(receiver.received).toHaveLength(1);
    const parsed = await simpleParser(receiver.received[0]?.content ?? "");
    expect(parsed).toMatchObject({ subject: "Password changed", messageId: `<${id}@localhost>` });
    expect(parsed.text).toContain("https://drydock.test/sign-in");
  });

  it("removes the content of a sent mail with a secret link", async () => {
    const id = await queue({ kind: "RESET_PASSWORD" });
    await sendMail(ctx(), id, smtp());
    expect(receiver.received).toHaveLength(1);
    expect(await rowOf(id)).toMatchObject({ state: "SENT", text: null, html: null });
  });

  it("that is postponed is repeated by a job, at most eight times", async () => {
    const id = await queue();
    receiver.behavior.onRecipient = () => ({ responseCode: 450, message: "Greylisted" });
    await sendMail(ctx(), id, smtp());
    const postponed = await rowOf(id);
    expect(postponed).toMatchObject({
      state: "QUEUED",
      lastError: expect.stringContaining("450 Greylisted"),
    });
    const [retry, ...others] = await jobsOf(id);
    expect(new Date(retry?.run_at ?? 0)).toEqual(postponed.nextAttemptAt);
    expect(others).toEqual([]);
    for (let attempt = 2; attempt <= 8; attempt += 1) await sendMail(ctx(), id, smtp());
    expect(await rowOf(id)).toMatchObject({ state: "FAILED", attempts: 8, nextAttemptAt: null });
  });

  it("succeeds at a server that greylists the first one", async () => {
    const id = await queue();
    receiver.behavior.onRecipient = () => ({ responseCode: 451, message: "Try again" });
    await sendMail(ctx(), id, smtp());
    receiver.behavior = {};
    await sendMail(ctx(), id, smtp());
    expect(await rowOf(id)).toMatchObject({ state: "SENT", attempts: 2 });
    expect(receiver.received).toHaveLength(1);
  });

  it("that is refused fails the mail, with the reply", async () => {
    const id = await queue();
    receiver.behavior.onRecipient = () => ({ responseCode: 550, message: "No such user" });
    await sendMail(ctx(), id, smtp());
    expect(await rowOf(id)).toMatchObject({
      state: "FAILED",
      lastError: "The server replied: 550 No such user",
    });
  });

  it("without a server is repeated, unless its link expires before", async () => {
    const transport = serverOf(await closedPort());
    const [kept, expiring] = [await queue(), await queue({ expiresAt: new Date(Date.now() + 2_000) })];
    await sendMail(ctx(), kept, transport);
    await sendMail(ctx(), expiring, transport);
    expect((await rowOf(kept)).state).toBe("QUEUED");
    expect((await rowOf(expiring)).state).toBe("FAILED");
    const late = await queue({ expiresAt: new Date(Date.now() - 1) });
    await sendMail(ctx(), late, smtp());
    expect(await rowOf(late)).toMatchObject({
      state: "FAILED",
      lastError: expect.stringContaining("expired"),
    });
    expect(receiver.received).toEqual([]);
  });
});

describe("after a crash", () => {
  it("before the end of the content the mail is sent by the next attempt", async () => {
    const id = await queue();
    await orm().update(mails).set({ state: "SENDING", attempts: 1 }).where(eq(mails.id, id));
    await sendMail(ctx(), id, smtp());
    expect(await rowOf(id)).toMatchObject({ state: "SENT", attempts: 2 });
    expect(receiver.received).toHaveLength(1);
  });

  it("after it the mail fails visibly and is not sent again", async () => {
    const id = await queue();
    await orm()
      .update(mails)
      .set({ state: "SENDING", attempts: 1, dataEndedAt: new Date() })
      .where(eq(mails.id, id));
    await sendMail(ctx(), id, smtp());
    expect(await rowOf(id)).toMatchObject({
      state: "FAILED",
      lastError: expect.stringContaining("It may have arrived"),
    });
    expect(receiver.received).toEqual([]);
  });

  it("an attempt that still runs elsewhere sends no end once the next one has begun", async () => {
    const id = await queue();
    let second: Promise<void> | undefined;
    receiver.behavior.onDataStart = async () => {
      if (second) return;
      second = sendMail(ctx(), id, smtp());
      await second;
    };
    await sendMail(ctx(), id, smtp());
    await second;
    expect(await rowOf(id)).toMatchObject({ state: "SENT", attempts: 2 });
    expect(receiver.received).toHaveLength(1);
  });
});

it("without a server, in embedded mode, is a file that only the owner reads, until it is purged", async () => {
  const id = await queue({ kind: "RESET_PASSWORD" });
  await sendMail(ctx(), id);
  expect(await rowOf(id)).toMatchObject({ state: "SENT", html: expect.stringContaining("password") });
  const folder = `${directory.path}/mail`;
  expect(readdirSync(folder)).toEqual([`${id}.eml`]);
  expect((await simpleParser(readFileSync(`${folder}/${id}.eml`))).subject).toBe("Password changed");
  const dismissed = await queue({ kind: "SECURITY" });
  await orm().update(mails).set({ state: "DISMISSED" }).where(eq(mails.id, dismissed));
  const inAYear = atTime(ctx(), Date.now() + 365 * DAY_MS);
  await purgeMails(inAYear);
  expect(
    await orm()
      .select()
      .from(mails)
      .where(inArray(mails.id, [id, dismissed])),
  ).toEqual([]);
  expect(existsSync(`${folder}/${id}.eml`)).toBe(false);
});
