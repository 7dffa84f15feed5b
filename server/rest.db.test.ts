import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { auditLog } from "@/db/schema/index.ts";
import { type AccessScene, createAccessScene } from "@/e2e/support/access-scene.ts";
import { pluginArchive } from "@/e2e/support/archives.ts";
import { setUpStorage } from "@/e2e/support/installations.ts";
import { setUpPlatform, signInMember, TEST_BUILD_SECRET } from "@/e2e/support/platform.ts";
import { PERMISSIONS, type Permission } from "@/shared/vocabulary.ts";
import type { AuditAction } from "./core/audit.ts";
import { database, type TenantContext } from "./core/context.ts";
import { completeEnv } from "./core/env/env.ts";
import { issueToken } from "./domains/accounts/tokens/service.ts";
import { ROUTES } from "./rest.ts";

/**
 * Access matrix of all REST routes: credential, permission, rate limit, `Cache-Control` of a success, and what it writes to
 * the audit log. A route without an entry fails, and each entry is checked against the running code.
 */
setUpPlatform();
setUpStorage();
beforeAll(() =>
  completeEnv({
    // One request for most limits, three reads and thirty requests of a worker.
    RATE_LIMIT_SCALE: "0.001",
    SECRETS_KEY: Buffer.alloc(32, 7).toString("base64"),
    STRIPE_WEBHOOK_SECRET: "whsec_of_the_access_matrix",
    PAYPAL_WEBHOOK_ID: "of-the-access-matrix",
  }),
);

/** Permission of a token, `TOKEN` for any token, or another credential. */
type Access = Permission | "TOKEN" | "BUILD_SECRET" | "METRICS" | "ANYBODY";
type Cache = "no-store" | "private" | "public" | "none";

const ROWS: Record<string, [Access, Cache, ...(AuditAction | "unlimited")[]]> = {
  "DELETE /api/apps/{appId}/installations/{type}/{slug}": ["APPS_MANAGE", "no-store", "installation.remove"],
  "DELETE /api/apps/{appId}/variables/{name}": ["APPS_MANAGE", "no-store", "app.delete_variable"],
  "DELETE /api/installations/system-plugin/{slug}": ["APPS_MANAGE", "no-store", "installation.remove"],
  "GET /api/apps": ["BUILDS_READ", "private"],
  "GET /api/apps/{appId}/builds": ["BUILDS_READ", "private"],
  "GET /api/apps/{appId}/installations": ["BUILDS_READ", "private"],
  "GET /api/apps/{appId}/variables": ["APPS_MANAGE", "no-store"],
  "GET /api/builds/{buildId}": ["BUILDS_READ", "private"],
  "GET /api/builds/{buildId}/artifact": ["BUILDS_READ", "private"],
  "GET /api/builds/{buildId}/inputs/{sha256}": ["BUILD_SECRET", "private"],
  "GET /api/builds/{buildId}/install": ["ANYBODY", "private"],
  "GET /api/builds/{buildId}/install-manifest": ["ANYBODY", "no-store"],
  "GET /api/builds/{buildId}/log": ["BUILDS_READ", "private"],
  "GET /api/health": ["ANYBODY", "no-store", "unlimited"],
  "GET /api/installations": ["BUILDS_READ", "private"],
  "GET /api/marketplace/downloads/{type}/{slug}/{version}": ["ANYBODY", "public"],
  "GET /api/marketplace/items": ["ANYBODY", "public"],
  "GET /api/marketplace/items/{type}/{slug}": ["ANYBODY", "public"],
  "GET /api/marketplace/items/{type}/{slug}/changelog": ["ANYBODY", "public"],
  "GET /api/marketplace/listings/{listingId}": ["TOKEN", "no-store"],
  "GET /api/marketplace/listings/{listingId}/checks": ["TOKEN", "no-store"],
  "GET /api/marketplace/listings/{listingId}/review": ["TOKEN", "no-store"],
  "GET /api/me": ["TOKEN", "no-store"],
  "GET /api/metrics": ["METRICS", "no-store", "unlimited"],
  "GET /api/openapi.json": ["ANYBODY", "none"],
  "GET /api/ready": ["ANYBODY", "no-store", "unlimited"],
  "GET /cli.tgz": ["ANYBODY", "public"],
  "GET /marketplace/feed.xml": ["ANYBODY", "public"],
  "GET /robots.txt": ["ANYBODY", "public"],
  "GET /sitemap.xml": ["ANYBODY", "public"],
  "GET /worker.tgz": ["ANYBODY", "public"],
  "POST /api/apps/{appId}/builds": ["BUILDS_CREATE", "no-store", "build.queue"],
  // Wrong signatures are limited, right ones are not.
  "POST /api/billing/webhook": ["ANYBODY", "no-store", "billing_event.receive"],
  "POST /api/billing/webhook/paypal": ["ANYBODY", "no-store", "billing_event.receive"],
  "POST /api/builds/claim": ["BUILD_SECRET", "no-store", "build.claim"],
  "POST /api/builds/webhook/status": ["BUILD_SECRET", "no-store", "build.report"],
  "POST /api/builds/{buildId}/cancel": ["BUILDS_CREATE", "no-store", "build.cancel"],
  "POST /api/builds/{buildId}/heartbeat": ["BUILD_SECRET", "no-store"],
  "POST /api/builds/{buildId}/log": ["BUILD_SECRET", "no-store"],
  "POST /api/builds/{buildId}/release": ["BUILD_SECRET", "no-store", "build.release"],
  "POST /api/builds/{buildId}/retry": ["BUILDS_CREATE", "no-store", "build.retry"],
  "POST /api/marketplace/entities": ["MARKETPLACE_PUBLISH", "no-store", "entity.register"],
  "POST /api/marketplace/listings/{listingId}/messages": [
    "MARKETPLACE_PUBLISH",
    "no-store",
    "listing.message",
  ],
  "POST /api/marketplace/listings/{listingId}/withdraw": [
    "MARKETPLACE_PUBLISH",
    "no-store",
    "listing.withdraw",
  ],
  "POST /api/marketplace/publish": ["MARKETPLACE_PUBLISH", "no-store", "listing.publish"],
  "PUT /api/apps/{appId}/installations/{type}/{slug}": ["APPS_MANAGE", "no-store", "installation.set"],
  "PUT /api/apps/{appId}/variables/{name}": ["APPS_MANAGE", "no-store", "app.set_variable"],
  "PUT /api/builds/{buildId}/artifact": ["BUILD_SECRET", "no-store", "build.store_artifact"],
  "PUT /api/installations/system-plugin/{slug}": ["APPS_MANAGE", "no-store", "installation.set"],
  "PUT /api/marketplace/archives/{sha256}": ["MARKETPLACE_PUBLISH", "no-store", "archive.upload"],
};

/** Routes whose success needs a build in hand, a file or a provider's signature; the contract tests have these. */
const UNREACHED = new Set([
  "DELETE /api/installations/system-plugin/{slug}",
  "GET /api/builds/{buildId}/artifact",
  "GET /api/builds/{buildId}/inputs/{sha256}",
  "GET /api/builds/{buildId}/install",
  "GET /api/builds/{buildId}/install-manifest",
  "GET /api/marketplace/downloads/{type}/{slug}/{version}",
  "GET /cli.tgz",
  "GET /worker.tgz",
  "POST /api/billing/webhook",
  "POST /api/billing/webhook/paypal",
  "POST /api/builds/{buildId}/heartbeat",
  "POST /api/builds/{buildId}/log",
  "POST /api/builds/{buildId}/release",
  "PUT /api/builds/{buildId}/artifact",
  "PUT /api/installations/system-plugin/{slug}",
]);

type Body = Record<string, unknown> | Uint8Array<ArrayBuffer>;
const archive = pluginArchive();

/** Path parameters and bodies that differ from the fields of the scene. */
const INPUTS: Record<string, (scene: AccessScene) => { body?: Body; path?: Record<string, unknown> }> = {
  "DELETE /api/apps/{appId}/installations/{type}/{slug}": ({ installation }) => ({ path: installation }),
  "DELETE /api/apps/{appId}/variables/{name}": () => ({ path: { name: "OLD" } }),
  "POST /api/apps/{appId}/builds": () => ({ body: { platform: "ANDROID", version: "1.0.0" } }),
  "POST /api/builds/claim": () => ({ body: { workerId: "w" } }),
  "POST /api/builds/webhook/status": ({ fields }) => ({
    body: { buildId: fields["buildId"], status: "IN_PROGRESS", workerId: "w" },
  }),
  "POST /api/builds/{buildId}/retry": ({ failedBuild }) => ({ path: failedBuild }),
  "POST /api/marketplace/entities": () => ({
    body: { type: "THEME", slug: `new-${randomUUID()}`, name: "New" },
  }),
  "POST /api/marketplace/listings/{listingId}/messages": () => ({ body: { text: "Hello" } }),
  "POST /api/marketplace/publish": ({ theme: { entityId: _, ...theme } }) => ({
    body: { ...theme, name: "New", version: "1.0.0", description: "x" },
  }),
  "PUT /api/apps/{appId}/installations/{type}/{slug}": () => ({ body: {} }),
  "PUT /api/apps/{appId}/variables/{name}": () => ({
    body: { value: "x", isSecret: false },
    path: { name: "NEW" },
  }),
  "PUT /api/marketplace/archives/{sha256}": () => ({ body: archive.bytes, path: { sha256: archive.sha256 } }),
};

const keyOf = ({ method, path }: (typeof ROUTES)[number]) => `${method} ${path}`;
const keys = ROUTES.map(keyOf);

/** Network of a client of its own. */
const newAddress = () => `2001:db8:${randomUUID().slice(0, 4)}:${randomUUID().slice(0, 4)}::1`;

async function send(key: string, scene: AccessScene, headers: Record<string, string>) {
  const route = ROUTES.find((candidate) => keyOf(candidate) === key);
  const { body, path = {} } = INPUTS[key]?.(scene) ?? {};
  const fields: Record<string, unknown> = { ...scene.fields, type: "app-plugin", version: "1.0.0", ...path };
  const url = route?.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(fields[name] ?? "x"));
  const isUpload = route?.spec.upload !== undefined;
  const sent = body ?? (route?.spec.body && {});
  const requestId = randomUUID();
  const response = await route?.handler(
    new Request(`http://localhost${url}${key.endsWith("/changelog") ? "?from=1.0.0" : ""}`, {
      method: route.method,
      headers: {
        "x-request-id": requestId,
        "x-forwarded-for": newAddress(),
        "content-type": isUpload ? "application/gzip" : "application/json",
        ...headers,
      },
      ...(sent && { body: sent instanceof Uint8Array ? sent : JSON.stringify(sent) }),
    }),
  );
  const text = await response?.text();
  const rows = await database().systemDb.orm.select().from(auditLog).where(eq(auditLog.requestId, requestId));
  const actions = [...new Set(rows.map(({ action }) => action))].toSorted();
  return { status: response?.status ?? 0, headers: response?.headers ?? new Headers(), text, actions };
}

async function tokenHeaders(ctx: TenantContext, permissions: Permission[], tenantId = ctx.tenant.id) {
  const userId = ctx.actor.kind === "user" ? ctx.actor.userId : "";
  const { token } = await issueToken(ctx, userId, { name: "cli", permissions, expires: 600 });
  return { authorization: `Bearer ${token}`, "x-tenant-id": tenantId };
}

const REFUSALS = { permission: 403, header: 400, tenant: 403, objects: 404 };
const CACHES: Record<Cache, RegExp> = {
  "no-store": /^no-store$/,
  private: /^private, no-cache/,
  public: /^public, /,
  none: /^no-cache$/,
};

it("the access matrix has each route once", () => {
  expect(Object.keys(ROWS).toSorted()).toEqual(keys.toSorted());
});

/** Headers of the least credential that a route accepts. */
async function acceptedHeaders(access: Access, { owner }: AccessScene): Promise<Record<string, string>> {
  if (access === "ANYBODY" || access === "METRICS") return {};
  if (access === "BUILD_SECRET") return { "x-build-secret": TEST_BUILD_SECRET };
  return tokenHeaders(
    owner,
    PERMISSIONS.filter((permission) => permission === access),
  );
}

/** Status of calls with a token that lacks something: permission, tenant header, tenant, or the objects of that tenant. */
async function refusalsOfTokens(key: string, scene: AccessScene): Promise<Record<string, number>> {
  const { owner } = scene;
  const permission = ROWS[key]?.[0];
  const others = PERMISSIONS.filter((other) => other !== permission);
  const all = PERMISSIONS.filter((other) => other === permission);
  const stranger = await signInMember("OWNER");
  const { authorization } = await tokenHeaders(owner, all);
  const attempts: Record<string, Record<string, string>> = {
    ...(all.length > 0 && { permission: await tokenHeaders(owner, others) }),
    header: { authorization },
    tenant: await tokenHeaders(stranger, all, owner.tenant.id),
    ...(/\{\w+Id\}/.test(key) && { objects: await tokenHeaders(stranger, all) }),
  };
  const statuses = Object.entries(attempts).map(async ([name, headers]) => {
    return [name, (await send(key, scene, headers)).status];
  });
  return Object.fromEntries(await Promise.all(statuses));
}

/** Scene of calls that change nothing. */
let shared: AccessScene;
beforeAll(async () => {
  shared = await createAccessScene();
});

describe("a route", () => {
  it.each(keys)("%s", async (key) => {
    const [access, cache, ...rest] = ROWS[key] ?? ["ANYBODY", "none"];
    const scene = key.startsWith("GET") ? shared : await createAccessScene();
    if (access === "BUILD_SECRET")
      expect((await send(key, scene, { "x-build-secret": "wrong" })).status).toBe(401);
    else if (access !== "ANYBODY" && access !== "METRICS") {
      const refusals = await refusalsOfTokens(key, scene);
      expect({ ...REFUSALS, ...refusals }).toEqual(REFUSALS);
    }
    if (access !== "ANYBODY") expect((await send(key, scene, {})).status).toBe(401);
    if (access === "METRICS") return;
    const result = await send(key, scene, await acceptedHeaders(access, scene));
    expect([401, 403, 429], result.text).not.toContain(result.status);
    if (UNREACHED.has(key)) return expect(result.actions).toEqual([]);
    expect(result.status, result.text).toBeLessThan(300);
    expect(result.headers.get("cache-control")).toMatch(CACHES[cache]);
    expect(result.actions).toEqual(rest.filter((entry) => entry !== "unlimited").toSorted());
  });
});

describe("the rate limit", () => {
  it.each(keys.filter((key) => ROWS[key]?.[0] !== "METRICS"))("of %s", async (key) => {
    const [access, , ...rest] = ROWS[key] ?? ["ANYBODY", "none"];
    const headers = { "x-forwarded-for": newAddress(), ...(await acceptedHeaders(access, shared)) };
    const statuses: number[] = [];
    const attempts = access === "BUILD_SECRET" ? 31 : 4;
    while (statuses.length < attempts && statuses.at(-1) !== 429)
      statuses.push((await send(key, shared, headers)).status);
    expect(statuses.at(-1) === 429).toBe(!rest.includes("unlimited"));
  });
});
