import { asc } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Database, openDatabase } from "@/db/client.ts";
import { createUser } from "@/db/factories.ts";
import { migrate } from "@/db/migrate.ts";
import { mails } from "@/db/schema/index.ts";
import { toUserActor } from "@/server/auth/sessions/load-session.ts";
import { createContext, systemContext } from "@/server/core/context.ts";
import { completeEnv } from "@/server/core/env/env.ts";
import { withTransaction } from "@/server/core/transactions.ts";
import { sendMailAgain } from "@/server/domains/notifications/mails/service.ts";
import { queueMail } from "@/server/mail/queue-mail.ts";
import { type MailReceiver, startMailReceiver } from "../support/receivers/mail-receiver.ts";
import { type Host, makeTempDirectory, startHost, stopHost } from "./postgres-fixture.ts";
import { type Program, startProgram, waitUntil } from "./program.ts";

let directory: ReturnType<typeof makeTempDirectory>;
let host: Host;
let database: Database;
let receiver: MailReceiver;
let jobs: Program | undefined;

beforeEach(async () => {
  directory = makeTempDirectory();
  host = await startHost(`${directory.path}/data`);
  await migrate(host.url);
  database = openDatabase(host.url, 4);
  receiver = await startMailReceiver();
  completeEnv({ DRYDOCK_EMBEDDED: "true", NEXTAUTH_URL: "https://drydock.test" });
}, 120_000);

afterEach(async () => {
  await killJobs();
  await receiver.close();
  await database.close();
  await stopHost(host);
  directory.remove();
});

async function startJobs(): Promise<void> {
  const settings = {
    DATABASE_URL: host.url,
    DRYDOCK_EMBEDDED: "true",
    NEXTAUTH_URL: "https://drydock.test",
    SMTP_URL: `smtp://127.0.0.1:${receiver.port}`,
    MAIL_FROM: "Drydock <no-reply@drydock.test>",
  };
  jobs = startProgram("e2e/process/job-host.ts", [], { env: { ...process.env, ...settings } });
  await jobs.waitFor(/^ready$/m);
}

async function killJobs(): Promise<void> {
  if (!jobs) return;
  process.kill(jobs.pid, "SIGKILL");
  await jobs.exited;
  jobs = undefined;
}

async function queueTestMail(eventKey: string): Promise<void> {
  const ctx = systemContext("test", database);
  await withTransaction(ctx, ({ open: { tx } }) =>
    queueMail(tx, ctx, {
      to: `${eventKey}@acme.test`,
      userId: null,
      kind: "SECURITY",
      eventKey,
      message: { subject: eventKey, heading: eventKey, paragraphs: ["Text"], reason: "Reason." },
    }),
  );
}

const listMails = () => database.systemDb.orm.select().from(mails).orderBy(asc(mails.eventKey));
const recipients = () => receiver.received.flatMap(({ to }) => to).sort();
const isSettled = async () =>
  (await listMails()).every(({ state }) => state === "SENT" || state === "FAILED");

test("a mail of an event arrives once when the process is killed between the event and the mail", async () => {
  await startJobs();
  await killJobs();
  for (const key of ["one", "two", "three"]) await queueTestMail(key);
  await startJobs();
  await waitUntil(isSettled);
  expect(recipients()).toEqual(["one@acme.test", "three@acme.test", "two@acme.test"]);
});

test("a mail arrives once when the process is killed in the middle of DATA", async () => {
  // The row stays locked from RCPT TO on, so that the process sends the content and cannot stamp its end.
  const lock = createLock();
  receiver.behavior.onRecipient = async () => {
    await lock.acquire();
    return null;
  };
  let hasContentBegun = false;
  receiver.behavior.onDataStart = () => {
    hasContentBegun = true;
  };
  await queueTestMail("interrupted");
  await startJobs();
  await waitUntil(() => hasContentBegun);
  await killJobs();
  await lock.release();
  receiver.behavior = {};
  expect(receiver.received).toEqual([]);
  expect(await listMails()).toMatchObject([{ state: "SENDING", dataEndedAt: null }]);
  await startJobs();
  await waitUntil(isSettled);
  expect(await listMails()).toMatchObject([{ state: "SENT", attempts: 2 }]);
  expect(recipients()).toEqual(["interrupted@acme.test"]);
});

test("a mail fails visibly when the process is killed between the end of DATA and the reply, and can be sent again", async () => {
  const contents: string[] = [];
  receiver.behavior.onContent = (content) => {
    contents.push(content);
    return new Promise(() => undefined);
  };
  await queueTestMail("unconfirmed");
  await startJobs();
  await waitUntil(() => contents.length > 0);
  await killJobs();
  receiver.behavior = {};
  await startJobs();
  await waitUntil(isSettled);
  const [mail] = await listMails();
  expect(mail).toMatchObject({
    state: "FAILED",
    attempts: 1,
    lastError: expect.stringContaining("It may have arrived."),
  });
  expect(receiver.received).toEqual([]);
  await sendMailAgain(await createAdminContext(), mail?.id ?? "");
  await waitUntil(async () => (await listMails())[0]?.state === "SENT");
  const idOf = (content: string | undefined) => /^Message-ID: (.*)$/im.exec(content ?? "")?.[1];
  expect(idOf(contents[0])).toBe(`<${mail?.id}@drydock.test>`);
  expect(receiver.received.map(({ content }) => idOf(content))).toEqual([idOf(contents[0])]);
});

test("a mail arrives once when its process is frozen in the middle of a delivery and wakes later", async () => {
  await startJobs();
  const frozen = jobs;
  receiver.behavior.onRecipient = async () => {
    receiver.behavior = {};
    process.kill(frozen?.pid ?? 0, "SIGSTOP");
    await startJobs();
    return null;
  };
  try {
    await queueTestMail("frozen");
    await waitUntil(isSettled);
    expect(await listMails()).toMatchObject([{ state: "SENT", attempts: 2 }]);
  } finally {
    process.kill(frozen?.pid ?? 0, "SIGCONT");
  }
  await frozen?.waitFor(/another process has taken over this job/);
  process.kill(frozen?.pid ?? 0, "SIGKILL");
  expect(recipients()).toEqual(["frozen@acme.test"]);
  expect(await listMails()).toMatchObject([{ state: "SENT", attempts: 2 }]);
});

/** Lock of all mails, held by a transaction. */
function createLock(): { acquire: () => Promise<void>; release: () => Promise<void> } {
  let transaction: Promise<unknown> | undefined;
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  return {
    acquire: () =>
      new Promise((resolve) => {
        transaction ??= database.systemDb.orm.transaction(async (tx) => {
          await tx.select().from(mails).for("update");
          resolve();
          await released;
        });
      }),
    release: async () => {
      release();
      await transaction;
    },
  };
}

async function createAdminContext() {
  const admin = await createUser(database.systemDb.orm, { platformRole: "SUPER_ADMIN" });
  return createContext(toUserActor(admin, Date.now()), undefined, database);
}
