import { randomBytes } from "node:crypto";
import postgres from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createApp } from "@/db/factories.ts";
import { applyMigrations, migrate } from "@/db/migrate.ts";
import { database } from "@/server/core/context.ts";
import { completeEnv } from "@/server/core/env/env.ts";
import { issueToken } from "@/server/domains/accounts/tokens/service.ts";
import { handlerFor } from "@/server/http/methods.ts";
import { getRouteHandlers } from "@/server/rest.ts";
import { signInMember } from "../support/platform.ts";
import { type Host, makeTempDirectory, startHost, stopHost } from "./postgres-fixture.ts";

const READER_SECONDS = 20;
const CLIENTS = 6;
const RESPONSE_TIMEOUT_MS = 5_000;

let directory: ReturnType<typeof makeTempDirectory>;
let host: Host;

beforeAll(async () => {
  directory = makeTempDirectory();
  host = await startHost(`${directory.path}/data`);
  await migrate(host.url);
  completeEnv({
    DATABASE_URL: host.url,
    DRYDOCK_EMBEDDED: "true",
    API_TOKEN_SECRET: randomBytes(32).toString("hex"),
    RATE_LIMIT_SCALE: "1000",
    LOG_LEVEL: "silent",
  });
});

afterAll(async () => {
  await database().close();
  await stopHost(host);
  directory.remove();
});

test("no request fails while a migration waits behind a reader of 20 seconds", async () => {
  const ctx = await signInMember();
  const { id: appId } = await createApp(database().systemDb.orm, { tenantId: ctx.tenant.id });
  const permissions = ["BUILDS_READ" as const, "BUILDS_CREATE" as const];
  const { token } = await issueToken(ctx, ctx.actor.userId, { name: "cli", permissions, expires: 600 });
  const responses: { status: number; ms: number }[] = [];
  const send = async (init: { method: string; body?: string }): Promise<void> => {
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const url = `http://localhost/api/apps/${appId}/builds`;
    const handle = handlerFor(getRouteHandlers("/api/apps/{appId}/builds"), init.method);
    const startedAt = performance.now();
    const { status } = await handle(
      new Request(url, { ...init, headers: { ...headers, "x-tenant-id": ctx.tenant.id } }),
    );
    responses.push({ status, ms: performance.now() - startedAt });
  };

  const [reading, migrating] = [1, 2].map(() =>
    postgres(host.url, {
      max: 1,
      onnotice: () => undefined,
      connection: { "drydock.scope": "*", lock_timeout: 2_000 },
    }),
  ) as [postgres.Sql, postgres.Sql];
  const startedAt = performance.now();
  let migratedMs = 0;
  const reader = reading`select count(*), pg_sleep(${READER_SECONDS}) from builds`.execute();
  const added = {
    sql: ["alter table builds add column added integer"],
    hash: "added",
    folderMillis: 9e12,
    bps: true,
  };
  const migration = applyMigrations(migrating, [added]).then(() => {
    migratedMs = performance.now() - startedAt;
  });
  const client = async (): Promise<void> => {
    for (let version = 0; migratedMs === 0; version += 1) {
      await send({ method: "GET" });
      await send({ method: "POST", body: JSON.stringify({ platform: "IOS", version: `1.${version}.0` }) });
    }
  };
  await Promise.all([reader, migration, ...Array.from({ length: CLIENTS }, client)]);
  await Promise.all([reading.end(), migrating.end()]);
  expect(responses.filter(({ status }) => status >= 300)).toEqual([]);
  expect(Math.max(...responses.map(({ ms }) => ms))).toBeLessThan(RESPONSE_TIMEOUT_MS);
  expect(responses.length).toBeGreaterThan(100);
  expect(migratedMs).toBeGreaterThan(READER_SECONDS * 1_000);
});
