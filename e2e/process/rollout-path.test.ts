import { execFile, execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { eq } from "drizzle-orm";
import { encode } from "next-auth/jwt";
import postgres from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findProcess } from "@/db/embedded/processes.ts";
import { createApp, createMembership, createUser } from "@/db/factories.ts";
import { users } from "@/db/schema/index.ts";
import { startSession } from "@/server/auth/sessions/session-store.ts";
import { database, systemContext } from "@/server/core/context.ts";
import { completeEnv } from "@/server/core/env/env.ts";
import type { RolloutView } from "@/server/domains/apps/rollouts/view.ts";
import type { BuildDetail } from "@/server/domains/builds/view.ts";
import type { NoticeList } from "@/server/domains/notifications/service.ts";
import { pluginArchive } from "../support/archives.ts";
import { createTenantInRing } from "../support/rollouts.ts";
import { type Launched, launch, waitUntilOk } from "./launcher-fixture.ts";
import { type Host, makeTempDirectory, startHost, stopHost } from "./postgres-fixture.ts";
import { type Program, projectRoot, startProgram, waitUntil } from "./program.ts";

const SLUG = "trail-log";
const WORKSPACES = 4;
const BUILDS_BEFORE = 3;
const secret = () => randomBytes(32).toString("base64url");
const secrets = { NEXTAUTH_SECRET: secret(), API_TOKEN_SECRET: secret(), BUILD_SERVER_SECRET: secret() };

let directory: ReturnType<typeof makeTempDirectory>;
let host: Host;
let product: Launched;
let worker: Program;
let sql: postgres.Sql;

beforeAll(async () => {
  expect(await startProgram("server/start.ts", ["--build-only"]).exited).toBe(0);
  directory = makeTempDirectory();
  host = await startHost(join(directory.path, "database"));
  const settings = {
    ...secrets,
    DATABASE_URL: host.url,
    STORAGE_URL: `file:${join(directory.path, "objects")}`,
    RATE_LIMIT_SCALE: "1000",
  };
  await run("server/commands/seed.ts", settings, []);
  completeEnv({ DATABASE_URL: host.url, DRYDOCK_EMBEDDED: "true", LOG_LEVEL: "silent", ...secrets });
  product = await launch(join(directory.path, "product"), settings);
  await waitUntilOk(product, "/api/ready");
  sql = postgres(host.url, { max: 1, connection: { "drydock.scope": "*" } });
  const words = ["--api-url", product.origin, "--id", "plugin-worker", "--platforms", "ANDROID"];
  const files = ["--exec", "./e2e/process/rollout-path.build.sh", "--spool", join(directory.path, "worker")];
  const { PATH, HOME, TMPDIR } = process.env;
  const env = {
    PATH,
    HOME,
    TMPDIR,
    NODE_ENV: "production",
    BUILD_SECRET: secrets.BUILD_SERVER_SECRET,
  } as const;
  worker = startProgram("worker/main.ts", [...words, ...files], { env });
}, 300_000);

afterAll(async () => {
  for (const { pid } of [worker, product]) if (findProcess(pid)) process.kill(pid, "SIGTERM");
  await Promise.all([worker.exited, product.exited]);
  await sql.end();
  await database().close();
  await stopHost(host);
  directory.remove();
});

async function run(command: string, settings: Record<string, string>, args: string[]): Promise<string> {
  const { PATH, HOME, TMPDIR } = process.env;
  const env = { PATH, HOME, TMPDIR, NODE_ENV: "production", ...settings } as const;
  const options = { cwd: projectRoot, env };
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["server/run.mjs", command, ...args],
    options,
  );
  return stdout.trim();
}

interface Member {
  tenant: { id: string; slug: string };
  userId: string;
  token: string;
}

async function signIn(tenant: Member["tenant"], email: string, userId: string): Promise<Member> {
  const permissions = ["MARKETPLACE_PUBLISH", "BUILDS_READ", "BUILDS_CREATE", "APPS_MANAGE"];
  const words = [
    "--email",
    email,
    "--tenant",
    tenant.slug,
    ...permissions.flatMap((one) => ["--permission", one]),
  ];
  const token = await run("server/commands/token.ts", { ...secrets, DATABASE_URL: host.url }, words);
  return { tenant, userId, token };
}

const orm = () => database().systemDb.orm;

async function findUser(email: string): Promise<string> {
  const [user] = await orm().select().from(users).where(eq(users.email, email));
  return user?.id ?? "";
}

async function rest<T>({ tenant, token }: Member, method: string, path: string, body?: object | Uint8Array) {
  const isArchive = body instanceof Uint8Array;
  const response = await fetch(product.origin + path, {
    method,
    headers: {
      Authorization: `Bearer ${token}`,
      "X-Tenant-Id": tenant.id,
      ...(body && { "Content-Type": isArchive ? "application/gzip" : "application/json" }),
    },
    ...(body && { body: isArchive ? Buffer.from(body) : JSON.stringify(body) }),
  });
  return { status: response.status, json: (await response.json()) as T };
}

/** Call of a tRPC procedure with a session, as the dashboards make it. */
async function call<T>(userId: string, path: string, input: object | null): Promise<T> {
  const owner = { userId, sessionVersion: 1 };
  const sessionId = await startSession(systemContext("test"), owner, null);
  const claims = { ...owner, sessionId, authenticatedAt: Date.now() };
  const token = await encode({ token: claims, secret: secrets.NEXTAUTH_SECRET });
  const response = await fetch(`${product.origin}/api/trpc/${path}`, {
    ...(input && { method: "POST", body: JSON.stringify({ json: input }) }),
    headers: {
      cookie: `drydock.session=${token}`,
      origin: product.origin,
      ...(input && { "Content-Type": "application/json" }),
    },
  });
  const { result, error } = (await response.json()) as { result?: { data: { json: T } }; error?: unknown };
  if (!result) throw new Error(JSON.stringify(error));
  return result.data.json;
}

/** Publishes a version whose main file is `code`, and has it approved. @returns the id of its listing */
async function publish(
  publisher: Member,
  admin: string,
  version: string,
  permissions: string[],
  code: string,
) {
  const manifest = { name: "Trail Log", slug: SLUG, version, permissions, entry: "main.js" };
  const archive = pluginArchive(manifest, [{ path: "main.js", content: code }]);
  const item = { type: "APP_PLUGIN", slug: SLUG, name: "Trail Log", description: "Logs trails." };
  const entity = await rest<{ id: string }>(publisher, "POST", "/api/marketplace/entities", item);
  await rest(publisher, "PUT", `/api/marketplace/archives/${archive.sha256}`, archive.bytes);
  const body = { ...item, version, appPluginId: entity.json.id, archiveSha256: archive.sha256 };
  const listing = await rest<{ id: string }>(publisher, "POST", "/api/marketplace/publish", body);
  expect(listing.status).toBe(201);
  const { id: listingId } = listing.json;
  await waitUntil(async () => {
    const [check] = await sql`select state from listing_checks where listing_id = ${listingId}`;
    return check?.["state"] === "DONE";
  });
  const findings = await sql<{ fingerprint: string }[]>`
    select finding ->> 'fingerprint' as fingerprint
    from listing_checks, jsonb_array_elements(findings) finding
    where listing_id = ${listingId} and finding ->> 'severity' = 'HIGH'`;
  const acknowledgedFindings = findings.map(({ fingerprint }) => fingerprint);
  await call(admin, "adminModeration.decide", { listingId, action: "approve", acknowledgedFindings });
  return { listingId, archive };
}

/** Lets a rollout's next ring be due now, and waits until it is open and its installations are updated. */
async function openRing(listingId: string, ring: number): Promise<void> {
  await sql`update rollouts set started_at = now(), next_ring_at = now(), measured_from = least(measured_from, now()) where listing_id = ${listingId}`;
  await advance(listingId);
  await waitUntil(async () => {
    const [row] = await sql`
      select ring, (select sum(each)::integer from unnest(remaining[1:ring]) each) as remaining, measured_at > started_at as measured
      from rollouts where listing_id = ${listingId}`;
    return row?.["ring"] === ring && row["remaining"] === 0 && row["measured"] === true;
  });
}

const advance = (listingId: string) => sql`
  select graphile_worker.add_job('advance_rollout', json_build_object('rolloutId', id))
  from rollouts where listing_id = ${listingId}`;

test("a version that breaks builds reaches one ring, holds itself, and is rolled back", {
  timeout: 240_000,
}, async () => {
  const acme = { id: "01900000-0000-7000-8000-00000000a001", slug: "acme" };
  const publisher = await signIn(acme, "dev@acme.test", await findUser("dev@acme.test"));
  const admin = await findUser("admin@drydock.test");
  const first = await publish(publisher, admin, "1.0.0", ["network"], 'console.log("trail log 1.0.0");\n');

  // Four workspaces of the second ring install it, with consent.
  const members: (Member & { appId: string; path: string })[] = [];
  for (let index = 0; index < WORKSPACES; index += 1) {
    const tenant = await createTenantInRing(orm(), { type: "APP_PLUGIN", slug: SLUG }, 2);
    const user = await createUser(orm());
    await createMembership(orm(), { tenantId: tenant.id, userId: user.id, role: "OWNER" });
    const { id: appId } = await createApp(orm(), { tenantId: tenant.id });
    const path = `/api/apps/${appId}/installations/app-plugin/${SLUG}`;
    members.push({ ...(await signIn(tenant, user.email, user.id)), appId, path });
  }
  const stateOf = async ({ appId, ...member }: (typeof members)[number]) => {
    const found = await rest<{
      installations: { version: string; state: string; heldBack: { version: string } | null }[];
    }>(member, "GET", `/api/apps/${appId}/installations`);
    const { version, state, heldBack } = found.json.installations[0] ?? {};
    return `${version} ${state}${heldBack ? `, ${heldBack.version} on hold` : ""}`;
  };
  const statesOf = async () => [...new Set(await Promise.all(members.map(stateOf)))];
  for (const member of members) {
    const refused = await rest<{ code: string }>(member, "PUT", member.path, { updates: "MINOR" });
    expect([refused.status, refused.json.code]).toEqual([422, "PERMISSIONS_NOT_ACCEPTED"]);
    const accepted = { updates: "MINOR", acceptPermissions: ["network"] };
    expect((await rest(member, "PUT", member.path, accepted)).status).toBe(201);
  }

  // A worker unpacks what is installed, and the artifact proves it.
  const build = async (member: (typeof members)[number]): Promise<BuildDetail> => {
    const body = { platform: "ANDROID", version: "1.0.0" };
    const queued = await rest<{ id: string }>(member, "POST", `/api/apps/${member.appId}/builds`, body);
    expect(queued.status).toBe(201);
    return waitUntil(async () => {
      const { json } = await rest<BuildDetail>(member, "GET", `/api/builds/${queued.json.id}`);
      return json.finishedAt !== null && json;
    });
  };
  const buildAll = () => Promise.all(members.map(build));
  const [member] = members;
  const [proved] = await buildAll();
  if (!member || !proved) throw new Error("nothing was built");
  expect(proved).toMatchObject({
    status: "COMPLETED",
    workerId: "plugin-worker",
    inputs: [{ type: "app-plugin", slug: SLUG, version: "1.0.0", sha256: first.archive.sha256 }],
  });
  const artifact = await fetch(`${product.origin}/api/builds/${proved.id}/artifact`, {
    headers: { Authorization: `Bearer ${member.token}`, "X-Tenant-Id": member.tenant.id },
  });
  const unpacked = join(directory.path, "artifact");
  mkdirSync(unpacked);
  writeFileSync(`${unpacked}.tar.gz`, Buffer.from(await artifact.arrayBuffer()));
  execFileSync("tar", ["-xzf", `${unpacked}.tar.gz`, "-C", unpacked]);
  const packed = execFileSync(process.execPath, [join(unpacked, "app-plugin", SLUG, "main.js")], {
    encoding: "utf8",
  });
  expect(packed).toBe("trail log 1.0.0\n");
  for (let count = 1; count < BUILDS_BEFORE; count += 1) {
    for (const { status } of await buildAll()) expect(status).toBe("COMPLETED");
  }

  // A version with a new permission moves nobody.
  const wider = await publish(publisher, admin, "1.1.0", ["network", "camera"], 'console.log("1.1.0");\n');
  for (const ring of [1, 2]) await openRing(wider.listingId, ring);
  expect(await statesOf()).toEqual(["1.0.0 NEEDS_CONSENT"]);

  // A version that breaks builds: its rings open until the second one fails.
  const broken = await publish(publisher, admin, "1.1.1", ["network"], 'throw new Error("no such trail");\n');
  await openRing(broken.listingId, 1);
  expect(await statesOf()).toEqual(["1.0.0 UPDATE_AVAILABLE"]);
  await openRing(broken.listingId, 2);
  expect(await statesOf()).toEqual(["1.1.1 OK"]);
  for (const { status, failure } of await buildAll()) {
    expect(status).toBe("FAILED");
    expect(failure?.summary).toContain("no such trail");
  }
  await advance(broken.listingId);
  await waitUntil(async () => {
    const [row] = await sql`select state from rollouts where listing_id = ${broken.listingId}`;
    return row?.["state"] === "HELD";
  });
  await waitUntil(async () => {
    const inboxes = await Promise.all(
      [publisher.userId, admin].map((userId) => call<NoticeList>(userId, "notifications.read", null)),
    );
    return inboxes.every(({ notices }) =>
      notices.some(({ kind, title, detail }) => {
        const isHold = kind === "ROLLOUT_HELD" && title === "Rollout of Trail Log 1.1.1 is on hold";
        return isHold && detail?.startsWith("4 of 4 builds failed (100%) with this version");
      }),
    );
  });

  // A Super Admin rolls it back, and builds pass again.
  const control = { listingId: broken.listingId, action: "rollBack" };
  const rolledBack = await call<RolloutView>(admin, "adminRollouts.control", control);
  expect(rolledBack.state).toBe("ROLLED_BACK");
  await waitUntil(async () => (await statesOf()).join() === "1.0.0 UPDATE_AVAILABLE, 1.1.1 on hold");
  for (const { status, inputs } of await buildAll()) {
    expect(status).toBe("COMPLETED");
    expect(inputs).toMatchObject([{ version: "1.0.0", sha256: first.archive.sha256 }]);
  }
  const told = await call<NoticeList>(member.userId, "notifications.read", null);
  expect(told.notices.map(({ title }) => title)).toEqual(
    expect.arrayContaining(["Trail Log was updated to 1.1.1", "Trail Log was rolled back to 1.0.0"]),
  );
});
