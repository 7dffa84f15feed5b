import { randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { ENCRYPTED_COLUMNS } from "@/db/encrypted-columns.ts";
import { createApp } from "@/db/factories.ts";
import { appVariables, buildLogs, buildVariables, totpFactors } from "@/db/schema/index.ts";
import { setUpPlatform, signInMember } from "@/e2e/support/platform.ts";
import { setVariable } from "@/server/domains/apps/variables/service.ts";
import { claimBuild } from "@/server/domains/builds/leases/claim-build.ts";
import { appendLog } from "@/server/domains/builds/logs/append.ts";
import { closeLogs } from "@/server/domains/builds/logs/close.ts";
import { readLog } from "@/server/domains/builds/logs/read.ts";
import { reportBuild } from "@/server/domains/builds/report.ts";
import { queueBuild } from "@/server/domains/builds/service.ts";
import { checkSecretsKey } from "../process/prepare-database.ts";
import { createContext, database, systemContext } from "./context.ts";
import { encryptSecret } from "./encryption.ts";
import { completeEnv, env } from "./env/env.ts";
import { reencryptSecrets } from "./reencrypt-secrets.ts";

setUpPlatform();

const [OLD, NEW] = [randomBytes(32).toString("base64"), randomBytes(32).toString("base64")];
const SECRET = "hunter2-hunter2";
const WORKER = "worker-of-rotation";
const directory = mkdtempSync(join(tmpdir(), "drydock-rotation-"));

beforeEach(() => void completeEnv({ SECRETS_KEY: OLD, DATA_DIR: directory }));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const orm = () => database().systemDb.orm;
const useKeys = (...keys: string[]) => completeEnv({ SECRETS_KEY: keys.join(",") });
const check = () => checkSecretsKey(env().DATABASE_URL ?? "");

/** Build with a secret that has a value in every encrypted column, its log ends within the secret. */
async function setUpBuild() {
  const ctx = await signInMember();
  const { id: appId } = await createApp(orm(), { tenantId: ctx.tenant.id });
  await setVariable(ctx, { appId, name: "TOKEN", value: SECRET });
  const { id: buildId } = await queueBuild(ctx, appId, { platform: "IOS", version: "1.0.0" });
  const worker = createContext({ kind: "worker", workerId: null });
  await claimBuild(worker, { workerId: WORKER, platforms: ["IOS"] });
  const append = (offset: number, text: string) =>
    appendLog(worker, buildId, { workerId: WORKER, offset, text });
  await append(0, `token: ${SECRET.slice(0, -1)}`);
  const { userId } = ctx.actor;
  await orm()
    .insert(totpFactors)
    .values({ userId, encrypted: encryptSecret("JBSWY3DP", `totp ${userId}`), createdAt: new Date() })
    .onConflictDoNothing();
  const readEncrypted = async () => {
    const [variable] = await orm().select().from(appVariables).where(eq(appVariables.appId, appId));
    const [assigned] = await orm().select().from(buildVariables).where(eq(buildVariables.buildId, buildId));
    const [log] = await orm().select().from(buildLogs).where(eq(buildLogs.buildId, buildId));
    const [totp] = await orm().select().from(totpFactors).where(eq(totpFactors.userId, userId));
    return [variable?.encrypted, assigned?.encrypted, log?.pending, totp?.encrypted];
  };
  const close = async () => {
    await reportBuild(worker, { buildId, status: "COMPLETED", workerId: WORKER });
    await closeLogs({ ...systemContext("jobs"), now: () => new Date(Date.now() + 31_000) });
    return (await readLog(ctx, { buildId, start: 0, limit: 1_000 })).text;
  };
  return { append, close, readEncrypted };
}

describe("a rotation of keys", () => {
  it("encrypts every stored secret again, once", async () => {
    const { readEncrypted, close } = await setUpBuild();
    const before = await readEncrypted();
    useKeys(NEW, OLD);
    await reencryptSecrets(systemContext("jobs"));
    const after = await readEncrypted();
    for (const [index, value] of after.entries()) {
      expect(value).toBeInstanceOf(Uint8Array);
      expect(value).not.toEqual(before[index]);
    }
    await reencryptSecrets(systemContext("jobs"));
    expect(await readEncrypted()).toEqual(after);
    useKeys(NEW);
    await check();
    await close();
    useKeys(OLD, NEW);
    await reencryptSecrets(systemContext("jobs"));
  });

  it("leaves an open log readable: it is masked and closed with the new key alone", async () => {
    const [ended, continued] = [await setUpBuild(), await setUpBuild()];
    useKeys(NEW);
    await expect(check()).rejects.toThrow("SECRETS_KEY: ");
    useKeys(NEW, OLD);
    await reencryptSecrets(systemContext("jobs"));
    useKeys(NEW);
    await continued.append(`token: ${SECRET}`.length - 1, `${SECRET.slice(-1)}\n`);
    expect(await continued.close()).toBe("token: ***\n");
    expect(await ended.close()).toBe(`token: ${SECRET.slice(0, -1)}`);
    useKeys(OLD, NEW);
    await reencryptSecrets(systemContext("jobs"));
  });
});

describe("the list of encrypted columns", () => {
  it("names columns and keys of the database", async () => {
    for (const { table, column, keys } of ENCRYPTED_COLUMNS) {
      const columns = sql.join(
        [column, ...keys].map((name) => sql.identifier(name)),
        sql`, `,
      );
      await orm().execute(sql`select ${columns} from ${sql.identifier(table)} limit 0`);
    }
  });

  it.each(["README.md", "docs/decisions/0045-secrets-of-apps.md"])("is what %s says", (path) => {
    const text = readFileSync(path, "utf8").replaceAll(/\s+/g, " ");
    const contents = ENCRYPTED_COLUMNS.map(({ content }) => content);
    expect(text).toContain(
      `\`SECRETS_KEY\` encrypts ${contents.slice(0, -1).join(", ")} and ${contents.at(-1)}`,
    );
  });
});
