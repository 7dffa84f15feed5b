import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createApp } from "@/db/factories.ts";
import { auditLog, buildVariables, domainEvents } from "@/db/schema/index.ts";
import { setUpPlatform, signInMember } from "@/e2e/support/platform.ts";
import { createContext, database, systemContext } from "@/server/core/context.ts";
import { completeEnv } from "@/server/core/env/env.ts";
import { storeArtifact } from "@/server/domains/builds/artifacts/service.ts";
import { ReportBuild } from "@/server/domains/builds/input.ts";
import { openInput } from "@/server/domains/builds/inputs/build-inputs.ts";
import { claimBuild } from "@/server/domains/builds/leases/claim-build.ts";
import { extendLease } from "@/server/domains/builds/leases/extend-lease.ts";
import { releaseBuild } from "@/server/domains/builds/leases/release-build.ts";
import { appendLog } from "@/server/domains/builds/logs/append.ts";
import { closeLogs } from "@/server/domains/builds/logs/close.ts";
import { readLog } from "@/server/domains/builds/logs/read.ts";
import { reportBuild } from "@/server/domains/builds/report.ts";
import { getBuild, queueBuild } from "@/server/domains/builds/service.ts";
import { SetVariable } from "./input.ts";
import { deleteVariable, setVariable } from "./service.ts";

setUpPlatform();

const KEY = randomBytes(32).toString("base64");
const SECRET = 'S3cr3t/of+the "app"';
const WORKER = "worker-of-secrets";

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), "drydock-secrets-"));
  completeEnv({ SECRETS_KEY: KEY, DATA_DIR: directory });
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const worker = () => createContext({ kind: "worker", workerId: null });
const later = (ms: number) => ({ ...systemContext("jobs"), now: () => new Date(Date.now() + ms) });
const claim = (claimId?: string) =>
  claimBuild(worker(), { workerId: WORKER, platforms: ["ANDROID", "IOS"], claimId });

/** A secret as commands print it, and what is stored of that. */
const PRINTED = [
  ["plain", SECRET, "***"],
  ["base64", Buffer.from(SECRET).toString("base64"), "***"],
  ["url", `https://host/?key=${encodeURIComponent(SECRET)}`, "https://host/?key=***"],
  ["json", JSON.stringify({ key: SECRET }), '{"key":"***"}'],
  ["upper", SECRET.toUpperCase(), "***"],
] as const;
const OUTPUT = PRINTED.map(([form, text]) => `${form}: ${text}\n`).join("");
const MASKED = PRINTED.map(([form, , text]) => `${form}: ${text}\n`).join("");

async function setUpApp(variables: object[] = [{ name: "TOKEN", value: SECRET }]) {
  const ctx = await signInMember();
  const app = await createApp(database().systemDb.orm, { tenantId: ctx.tenant.id });
  const set = (input: object) => setVariable(ctx, SetVariable.parse({ appId: app.id, ...input }));
  for (const variable of variables) await set(variable);
  const queue = (platform: "ANDROID" | "IOS" = "IOS") =>
    queueBuild(ctx, app.id, { platform, version: "1.0.0" });
  return { ctx, appId: app.id, set, queue };
}

/** Tables of the database in which a row has the text, in plain or within a binary column. */
async function findInDatabase(text: string): Promise<string[]> {
  const { orm } = database().systemDb;
  const tables = await orm.execute<{ name: string }>(
    sql`select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const hex = Buffer.from(text).toString("hex");
    const rows = await orm.execute(
      sql`select from ${sql.raw(name)} as whole where strpos(whole::text, ${text}) > 0 or strpos(whole::text, ${hex}) > 0 limit 1`,
    );
    if (rows.length > 0) found.push(name);
  }
  return found;
}

describe("a claim", () => {
  it("hands the variables of the platform to the worker, and the same ones when it is repeated", async () => {
    const { ctx, appId, set, queue } = await setUpApp([
      { name: "TOKEN", value: SECRET },
      { name: "URL", value: "http://a", isSecret: false, platforms: ["IOS"] },
      { name: "OTHER", value: "no", platforms: ["ANDROID"] },
    ]);
    const { id } = await queue();
    const claimId = "01900000-0000-7000-8000-00000000c1a1";
    const job = await claim(claimId);
    expect(job).toMatchObject({
      buildId: id,
      variables: [
        { name: "TOKEN", value: SECRET, isSecret: true },
        { name: "URL", value: "http://a", isSecret: false },
      ],
    });
    await set({ name: "TOKEN", value: "another value" });
    await deleteVariable(ctx, { appId, name: "URL" });
    expect(await claim(claimId)).toEqual(job);
    await reportBuild(worker(), { buildId: id, status: "COMPLETED", workerId: WORKER });
  });

  it("fails a build whose secrets cannot be decrypted, and hands out the next one", async () => {
    const broken = await setUpApp();
    const { id } = await broken.queue();
    const fine = await setUpApp([{ name: "URL", value: "http://a", isSecret: false }]);
    const next = await fine.queue();
    completeEnv({ SECRETS_KEY: randomBytes(32).toString("base64") });
    try {
      expect(await claim()).toMatchObject({ buildId: next.id, variables: [{ name: "URL" }] });
    } finally {
      completeEnv({ SECRETS_KEY: KEY });
    }
    const failed = await getBuild(broken.ctx, id);
    expect(failed).toMatchObject({ status: "FAILED", errorLog: expect.stringContaining("SECRETS_KEY") });
    const actions = await database()
      .systemDb.orm.select({ action: auditLog.action })
      .from(auditLog)
      .where(eq(auditLog.subjectId, id));
    expect(actions.map(({ action }) => action).sort()).toEqual(["build.fail", "build.queue"]);
    await reportBuild(worker(), { buildId: next.id, status: "COMPLETED", workerId: WORKER });
  });
});

describe("a secret", () => {
  it("is masked in a live log, wherever the chunks end, and stands nowhere in the database", async () => {
    const { ctx, queue } = await setUpApp();
    const { id } = await queue();
    await claim();
    const readAll = () => readLog(ctx, { buildId: id, start: 0, limit: 1_048_576 });
    for (let at = 0; at < OUTPUT.length; at += 7) {
      const receipt = await appendLog(worker(), id, {
        workerId: WORKER,
        offset: at,
        text: OUTPUT.slice(at, at + 7),
      });
      expect(receipt.sizeBytes).toBe(String(Math.min(OUTPUT.length, at + 7)));
      expect(MASKED.startsWith((await readAll()).text)).toBe(true);
    }
    expect((await readAll()).text).toBe(MASKED);
    // A chunk that ends within the secret: what is pending is in the database, but encrypted.
    await appendLog(worker(), id, { workerId: WORKER, offset: OUTPUT.length, text: SECRET.slice(0, -1) });
    expect((await readAll()).text).toBe(MASKED);
    expect(await findInDatabase(SECRET.slice(0, -1))).toEqual([]);
    await reportBuild(worker(), { buildId: id, status: "COMPLETED", workerId: WORKER });
    await closeLogs(later(31_000));
    expect((await readAll()).text).toBe(MASKED + SECRET.slice(0, -1));
  });

  it("is masked in error logs, events and lists of a build, also of one that was not claimed", async () => {
    const { ctx, queue } = await setUpApp();
    const { id } = await queue();
    await reportBuild(worker(), { buildId: id, status: "FAILED", errorLog: OUTPUT });
    expect((await getBuild(ctx, id)).errorLog).toBe(MASKED);
    const [event] = await database()
      .systemDb.orm.select({ data: domainEvents.data })
      .from(domainEvents)
      .where(eq(domainEvents.subjectId, id))
      .orderBy(sql`id desc`);
    expect(event?.data).toMatchObject({ errorLogTail: MASKED });
    expect(await findInDatabase(SECRET)).toEqual([]);
  });

  it("is masked after it was changed, as long as a build that got it can print it, and then deleted", async () => {
    const { ctx, set, queue } = await setUpApp();
    const { id } = await queue();
    await claim();
    await set({ name: "TOKEN", value: "rotated-meanwhile" });
    const text = `${SECRET} rotated-meanwhile\n`;
    await appendLog(worker(), id, { workerId: WORKER, offset: 0, text });
    expect((await readLog(ctx, { buildId: id, start: 0, limit: 100 })).text).toBe("*** ***\n");
    await reportBuild(worker(), { buildId: id, status: "FAILED", errorLog: text });
    expect((await getBuild(ctx, id)).errorLog).toBe("*** ***\n");
    await closeLogs(later(31_000));
    const [kept] = await database()
      .systemDb.orm.select()
      .from(buildVariables)
      .where(eq(buildVariables.buildId, id));
    expect(kept).toMatchObject({
      encrypted: null,
      variables: [{ name: "TOKEN", isSecret: true, value: null }],
    });
    const late = appendLog({ ...worker(), now: later(31_000).now }, id, {
      workerId: WORKER,
      offset: 0,
      text,
    });
    await expect(late).rejects.toMatchObject({ code: "INVALID_TRANSITION" });
  });

  it("cannot be printed into a log that was never opened, once it is deleted", async () => {
    const { queue } = await setUpApp();
    const { id } = await queue();
    await claim();
    await reportBuild(worker(), { buildId: id, status: "COMPLETED", workerId: WORKER });
    await closeLogs(later(31_000));
    const late = { ...worker(), now: later(31_000).now };
    await expect(appendLog(late, id, { workerId: WORKER, offset: 0, text: SECRET })).rejects.toMatchObject({
      code: "INVALID_TRANSITION",
    });
  });

  it("is masked in output in UTF-16, which is decoded, in the log and in the error log", async () => {
    const { ctx, queue } = await setUpApp();
    const { id } = await queue();
    await claim();
    const printed = Buffer.from(`error: upload with ${SECRET} was refused\r\n`, "utf16le").toString();
    for (const [offset, unit] of [...printed].entries()) {
      await appendLog(worker(), id, { workerId: WORKER, offset, text: unit });
    }
    await reportBuild(worker(), ReportBuild.parse({ buildId: id, status: "FAILED", errorLog: printed }));
    await closeLogs(later(31_000));
    const stored = "error: upload with *** was refused\r\n";
    expect((await readLog(ctx, { buildId: id, start: 0, limit: 1_024 })).text).toBe(stored);
    expect(await getBuild(ctx, id)).toMatchObject({
      errorLog: stored,
      failure: { summary: "error: upload with *** was refused" },
    });
  });

  it("is masked in all that a worker names", async () => {
    const { ctx, queue } = await setUpApp([{ name: "TOKEN", value: "named-by-a-worker" }]);
    const { id } = await queue();
    await claim();
    const bytes = (async function* () {
      yield Buffer.from("artifact");
    })();
    const { artifactPath } = await storeArtifact(worker(), id, { fileName: "named-by-a-worker.ipa" }, bytes);
    expect(artifactPath).toMatch(/\/\*\*\*\.ipa$/);
    await reportBuild(worker(), {
      buildId: id,
      status: "COMPLETED",
      artifactPath: "https://host.test/named-by-a-worker",
      workerId: "from-named-by-a-worker",
    });
    expect(await getBuild(ctx, id)).toMatchObject({
      artifactPath: "https://host.test/***",
      workerId: "from-***",
    });
    expect(await findInDatabase("named-by-a-worker")).toEqual([]);
  });

  it("is neither stored nor answered when a worker that holds no build is named by it", async () => {
    const name = "a-secret-as-a-name";
    const { queue } = await setUpApp([{ name: "TOKEN", value: name }]);
    const { id } = await queue();
    await claim();
    const requests = [
      () => extendLease(worker(), id, { workerId: name }),
      () => releaseBuild(worker(), id, { workerId: name }),
      () => appendLog(worker(), id, { workerId: name, offset: 0, text: "" }),
      () => openInput(worker(), { buildId: id, sha256: "0".repeat(64), workerId: name }),
    ];
    for (const request of requests) {
      const error: unknown = await request().catch((refused: unknown) => refused);
      expect(error).toMatchObject({ code: "INVALID_TRANSITION", message: expect.not.stringContaining(name) });
    }
    expect(await findInDatabase(name)).toEqual([]);
    await reportBuild(worker(), { buildId: id, status: "COMPLETED", workerId: WORKER });
  });
});
