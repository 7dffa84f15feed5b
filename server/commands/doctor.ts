import { statfs } from "node:fs/promises";
import { parseArgs } from "node:util";
import { findConnectionProblem } from "@/db/client.ts";
import { openPools } from "@/server/core/context.ts";
import { parseAllowList } from "@/server/core/env/allow-list.ts";
import { type Env, env, storesInDataDir } from "@/server/core/env/env.ts";
import { newId } from "@/server/core/ids.ts";
import { safeMessageChain } from "@/server/core/safe-error.ts";
import { mailTransport } from "@/server/mail/settings.ts";
import { probeSmtp } from "@/server/mail/smtp.ts";
import { createOutbound } from "@/server/outbound/outbound.ts";
import { objectStore } from "@/server/storage/object-store.ts";
import { describeSetup, formatPart, type PartReport } from "../process/setup-report.ts";
import { runCommand } from "./run-command.ts";

const USAGE = `npm run --silent doctor
Connects to every part of the installation, prints one line for each, and exits with 1 if one fails.`;

/** Difference between the clocks of this machine and the database beyond which leases and links expire wrongly. */
const MAX_SKEW_MS = 5_000;
const MIN_FREE_BYTES = 1024 ** 3;
const TIMEOUT_MS = 10_000;

/** Check of a part: its detail, or null if it is off. It throws what fails; the cure names the setting. */
interface Check {
  part: string;
  cure: string;
  run: (settings: Env) => Promise<string | null>;
}

const CHECKS: Check[] = [
  { part: "database", cure: "Correct DATABASE_URL, or start PostgreSQL.", run: checkDatabase },
  { part: "clock", cure: "Synchronize the clocks of this machine and the database (NTP).", run: checkClock },
  { part: "storage", cure: "Correct STORAGE_URL, or let its key write and delete.", run: checkStorage },
  { part: "email", cure: "Correct SMTP_URL, or add its host to OUTBOUND_ALLOW_HOSTS.", run: checkMail },
  { part: "address", cure: "Correct NEXTAUTH_URL, or start the server.", run: checkAddress },
  { part: "disk", cure: "Free space, or set DATA_DIR to another disk.", run: checkDisk },
];

/** `npm run doctor`. What has a check is reported by it, all else by its setting. */
await runCommand(USAGE, async (print) => {
  parseArgs({ options: {} });
  const settings = env();
  const checked = await Promise.all(CHECKS.map((check) => runCheck(check, settings)));
  const working = checked.filter((report) => report !== null);
  const isChecked = ({ part }: PartReport) => working.some((report) => report.part === part);
  const set = describeSetup(settings).filter((report) => !isChecked(report));
  for (const report of [...working, ...set]) print(formatPart(report));
  if (working.some(({ state }) => state === "failed")) process.exitCode = 1;
});

async function runCheck({ part, cure, run }: Check, settings: Env): Promise<PartReport | null> {
  try {
    const detail = await run(settings);
    return detail === null ? null : { part, state: "ok", detail };
  } catch (error) {
    return { part, state: "failed", detail: `${safeMessageChain(error)}. ${cure}` };
  }
}

async function checkDatabase(): Promise<string> {
  const pools = openPools(1);
  try {
    const problem = await findConnectionProblem(pools);
    if (problem) throw new Error(problem);
    await pools.systemDb.sql`select 1 from listings limit 1`;
    return "row-level security applies, and both scopes arrive";
  } finally {
    await pools.close();
  }
}

async function checkClock(): Promise<string> {
  const pools = openPools(1);
  try {
    await pools.systemDb.sql`select 1`;
    const askedAt = Date.now();
    const [row] = await pools.systemDb.sql<{ at: number }[]>`
      select extract(epoch from clock_timestamp())::float8 * 1000 as at`;
    const skewMs = Math.round((askedAt + Date.now()) / 2 - (row?.at ?? 0));
    if (Math.abs(skewMs) > MAX_SKEW_MS)
      throw new Error(`This clock differs from the database's by ${skewMs} ms`);
    return `differs from the database's by ${skewMs} ms`;
  } finally {
    await pools.close();
  }
}

async function checkStorage(): Promise<string> {
  const key = `doctor/${newId()}`;
  const store = objectStore();
  await store.put(
    key,
    (async function* () {
      yield Buffer.from("doctor");
    })(),
  );
  const stored = await store.head(key);
  await store.delete(key);
  if (stored?.sizeBytes !== 6 || (await store.head(key)))
    throw new Error("An object was not stored or not deleted");
  return "an object was written, found and deleted";
}

async function checkMail(): Promise<string | null> {
  const transport = mailTransport();
  if (!transport || !("server" in transport)) return null;
  const result = await probeSmtp({ ...transport, clientName: "doctor.localhost" });
  if (result.outcome !== "ACCEPTED") throw new Error(result.message);
  return `${transport.server.host} accepts a connection${transport.server.credentials ? " and the credentials" : ""}`;
}

async function checkAddress({ NEXTAUTH_URL }: Env): Promise<string | null> {
  if (!NEXTAUTH_URL) return null;
  const url = new URL("/api/health", NEXTAUTH_URL);
  // The operator's own address may be private.
  const client = createOutbound({ allow: parseAllowList(url.host) ?? [] });
  const answer = await client
    .send({ url: url.href, method: "GET", timeoutMs: TIMEOUT_MS })
    .finally(client.close);
  if (!answer.isComplete) throw new Error(`${url.origin}: ${answer.message}`);
  const { status, body } = answer.response;
  if (status !== 200 || !body.includes('"status":"ok"'))
    throw new Error(`${url.href} answers ${status}, but not as this product`);
  return `${url.origin} reaches this product`;
}

async function checkDisk(settings: Env): Promise<string | null> {
  if (!storesInDataDir(settings)) return null;
  const { bavail, bsize } = await statfs(settings.DATA_DIR);
  const gibibytes = ((bavail * bsize) / MIN_FREE_BYTES).toFixed(1);
  if (bavail * bsize < MIN_FREE_BYTES)
    throw new Error(`Only ${gibibytes} GiB are free in ${settings.DATA_DIR}`);
  return `${gibibytes} GiB are free in ${settings.DATA_DIR}`;
}
