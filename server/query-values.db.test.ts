import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { encode } from "next-auth/jwt";
import postgres from "postgres";
import { afterEach, beforeEach, expect, inject, it } from "vitest";
import { createApp, createBuild } from "@/db/factories.ts";
import { deliverStripe } from "@/e2e/support/billing/deliver.ts";
import { STRIPE_SECRETS, stripeEvent } from "@/e2e/support/billing/stripe-events.ts";
import { captureLog } from "@/e2e/support/log.ts";
import { claimsOf, setUpPlatform, signInMember, TEST_BUILD_SECRET } from "@/e2e/support/platform.ts";
import { sessionCookieOptions } from "./auth/sessions/session-cookie.ts";
import { database, type TenantContext, type UserActor } from "./core/context.ts";
import { completeEnv, env } from "./core/env/env.ts";
import { issueToken } from "./domains/accounts/tokens/service.ts";
import { handlerFor } from "./http/methods.ts";
import { getRouteHandlers, ROUTE_HANDLERS } from "./rest.ts";
import { TRPC } from "./router.ts";

setUpPlatform();

const lines = captureLog();
const MARKER = "whsec_value_of_a_query";
let ctx: TenantContext<UserActor>;
beforeEach(async () => {
  lines.length = 0;
  ctx = await signInMember();
});

/** Database errors that repeat values of the statement in the message, the detail or the context. */
const FAULTS = [
  ["a value that does not convert", "PostgreSQL error 22P02", "perform new.description::integer"],
  ["a failed check", "violates check constraint", null],
  ["an error of a function", "refused", "raise 'refused' using detail = new.description"],
  [
    "a statement in a function",
    "PostgreSQL error 42601",
    "execute 'select ' || new.description || ' from from'",
  ],
] as const;

const breakInserts = async (body: string | null, table = "system_plugins") => {
  const { orm } = database().systemDb;
  if (body === null) {
    return orm.execute(sql`alter table system_plugins add constraint broken check (description is null)`);
  }
  await orm.execute(
    sql.raw(`create function broken() returns trigger language plpgsql as
    $$ begin ${body}; return new; end $$`),
  );
  await orm.execute(sql`create trigger broken before insert on ${sql.identifier(table)}
    for each row execute function broken()`);
};
afterEach(async () => {
  await database().systemDb.orm.execute(sql`drop function if exists broken cascade`);
  await database().systemDb.orm.execute(sql`alter table system_plugins drop constraint if exists broken`);
});

const entity = () => ({ type: "SYSTEM_PLUGIN", slug: "audit-trail", name: "Audit", description: MARKER });

async function callRest(): Promise<Response> {
  const permissions = ["MARKETPLACE_PUBLISH" as const];
  const { token } = await issueToken(ctx, ctx.actor.userId, { name: "cli", permissions, expires: 600 });
  const [, handlers] = [...ROUTE_HANDLERS].find(([path]) => path === "/api/marketplace/entities") ?? [];
  if (!handlers) throw new Error("there is no such route");
  return handlerFor(
    handlers,
    "POST",
  )(
    new Request("http://localhost/api/marketplace/entities", {
      method: "POST",
      headers: {
        authorization: `Bearer ${token}`,
        "x-tenant-id": ctx.tenant.id,
        "content-type": "application/json",
      },
      body: JSON.stringify(entity()),
    }),
  );
}

async function callTrpc(): Promise<Response> {
  const session = await encode({ token: claimsOf(ctx.actor), secret: env().NEXTAUTH_SECRET ?? "" });
  return handlerFor(
    TRPC,
    "POST",
  )(
    new Request("http://localhost/api/trpc/entities.register", {
      method: "POST",
      headers: {
        cookie: `${sessionCookieOptions("session").name}=${session}`,
        "content-type": "application/json",
        "sec-fetch-site": "same-origin",
      },
      body: JSON.stringify({ json: { tenant: ctx.tenant.slug, ...entity() } }),
    }),
  );
}

const CALLS = [
  ["REST", callRest],
  ["tRPC", callTrpc],
] as const;

it.each(CALLS.flatMap(([name, call]) => FAULTS.map((fault) => [name, ...fault, call] as const)))(
  "%s keeps the values of %s out of log and response: %s",
  async (_name, _fault, reason, body, call) => {
    await breakInserts(body);
    const response = await call();
    expect(response.status).toBe(500);
    expect(await response.text()).not.toContain(MARKER);
    const text = lines.join("");
    expect(text).toContain("Failed query: insert into");
    expect(text).toContain(reason);
    expect(text).not.toContain(MARKER);
  },
);

/** Requests of machines, whose bodies are stored unchanged. */
const WEBHOOKS = [
  [
    "a payment webhook",
    "billing_events",
    () => {
      completeEnv({ STRIPE_WEBHOOK_SECRET: STRIPE_SECRETS.join() });
      return deliverStripe(stripeEvent("charge.succeeded", { id: "ch_1", description: MARKER }));
    },
  ],
  [
    "a build report",
    "build_reports",
    async () => {
      const { orm } = database().systemDb;
      const { id: appId } = await createApp(orm, { tenantId: ctx.tenant.id });
      const { id: buildId } = await createBuild(orm, { tenantId: ctx.tenant.id, appId });
      return getRouteHandlers("/api/builds/webhook/status").POST(
        new Request("http://localhost/api/builds/webhook/status", {
          method: "POST",
          headers: { "x-build-secret": TEST_BUILD_SECRET, "content-type": "application/json" },
          body: JSON.stringify({ buildId, status: "FAILED", errorLog: MARKER, workerId: MARKER }),
        }),
      );
    },
  ],
] as const;

it.each(WEBHOOKS)("%s keeps its body out of log and response", async (_name, table, call) => {
  await breakInserts("raise 'refused' using detail = new::text", table);
  const response = await call();
  expect(response.status).toBe(500);
  expect(await response.text()).not.toMatch(new RegExp(`${MARKER}|refused|insert`));
  expect(lines.join("")).toContain('"msg":"INTERNAL"');
  expect(lines.join("")).not.toContain(MARKER);
});

it("the embedded PostgreSQL keeps them out of its own log", async () => {
  const { adminUrl } = inject("databaseTemplate");
  const marker = `${MARKER}_${randomUUID()}`;
  const admin = postgres(adminUrl, { max: 1 });
  try {
    await expect(admin`select ${marker}::text::integer`).rejects.toThrow("invalid input syntax");
    const [row] = await admin<{ directory: string }[]>`select current_setting('data_directory') as directory`;
    const text = readFileSync(join(row?.directory ?? "", "..", "postgres.log"), "utf8");
    expect(text).toContain("ready to accept connections");
    expect(text).not.toContain(marker);
  } finally {
    await admin.end();
  }
});
