import { randomUUID } from "node:crypto";
import { beforeAll, describe, it } from "vitest";
import { createApp, createBuild, createEntity, createListing } from "@/db/factories.ts";
import type { ErrorCode } from "@/shared/errors.ts";
import { describeBothEntryPoints } from "./entry-points.ts";
import { BUILD_SECRETS } from "./environment.ts";
import { expectProblem } from "./expect-response.ts";
import { type Account, createAccount, createToken, db } from "./fixtures.ts";
import { composePublish } from "./publish-request.ts";
import { type RequestOptions, sendRequest } from "./send-request.ts";

const UNKNOWN_ID = "01900000-0000-7000-8000-0000000000ff";
const JSON_TYPE = { "Content-Type": "application/json" };

/**
 * Each step of a ladder puts right what the step before was refused for and leaves everything below it wrong.
 */
type Step = [status: number, code: ErrorCode, options: RequestOptions & { method?: string; query?: string }];

describeBothEntryPoints("the order of checks", (entryPoint) => {
  let account: Account;
  let powerless: Account;
  let stranger: Account;

  beforeAll(async () => {
    account = await createAccount();
    powerless = await createToken(account.ctx, []);
    stranger = { ...powerless, tenantId: UNKNOWN_ID };
  });

  const withoutTenant = (as: Account): RequestOptions => ({
    as,
    headers: { ...JSON_TYPE, "X-Tenant-Id": null },
  });

  /** The steps down to the body, which every route with a token has in common. */
  const stepsToBody = (tooLarge: string): Step[] => [
    [
      405,
      "METHOD_NOT_ALLOWED",
      { method: "PATCH", body: tooLarge, headers: { "Content-Type": "text/plain" } },
    ],
    [413, "PAYLOAD_TOO_LARGE", { body: tooLarge, headers: JSON_TYPE }],
    [415, "UNSUPPORTED_MEDIA_TYPE", { body: "{", headers: { "Content-Type": "text/plain" } }],
    [401, "UNAUTHENTICATED", { body: "{", headers: JSON_TYPE }],
    [400, "TENANT_HEADER_REQUIRED", { ...withoutTenant(powerless), body: "{" }],
    [403, "TENANT_MISMATCH", { as: stranger, body: "{", headers: JSON_TYPE }],
    [403, "PERMISSION_DENIED", { as: powerless, body: "{", headers: JSON_TYPE }],
  ];

  async function climb(path: string, steps: readonly Step[]): Promise<void> {
    for (const [status, code, { method = "POST", query = "", ...options }] of steps) {
      expectProblem(await sendRequest(entryPoint, `${method} ${path}${query}`, options), status, code);
    }
  }

  it("of POST /api/marketplace/publish", async () => {
    const other = await createAccount();
    const taken = await createEntity(db(), { type: "APP_PLUGIN", tenantId: other.tenantId });
    const own = await composePublish(account, { version: "2.0.0" });
    const entityId = String(own["appPluginId"]);
    const listed = { tenantId: account.tenantId, type: "APP_PLUGIN", slug: own.slug, entityId } as const;
    await createListing(db(), { ...listed, version: "2.0.0" });
    const wrong = { ...own, slug: taken.slug, version: "1.0.0", appPluginId: UNKNOWN_ID };
    const as = account;
    await climb("/api/marketplace/publish", [
      ...stepsToBody("x".repeat(131_073)),
      [400, "MALFORMED_JSON", { as, body: "{", headers: { ...JSON_TYPE, "Idempotency-Key": "" } }],
      [400, "VALIDATION_FAILED", { as, json: { ...wrong, name: "" } }],
      [422, "REFERENCE_NOT_FOUND", { as, json: wrong }],
      [409, "SLUG_TAKEN", { as, json: { ...wrong, appPluginId: entityId } }],
      [409, "VERSION_EXISTS", { as, json: { ...own, version: "2.0.0+7" } }],
      [422, "VERSION_NOT_INCREMENTED", { as, json: { ...own, version: "2.0.0-rc.1" } }],
    ]);
  });

  it("of POST /api/apps/{appId}/builds", async () => {
    const app = await createApp(db(), { tenantId: account.tenantId });
    const steps: Step[] = [
      ...stepsToBody("x".repeat(16_385)),
      [400, "MALFORMED_JSON", { as: account, body: "{", headers: JSON_TYPE }],
      [400, "VALIDATION_FAILED", { as: account, json: {} }],
    ];
    await climb(`/api/apps/${app.id}/builds`, steps);
    await climb("/api/apps/no-uuid/builds", [
      ...steps,
      [404, "NOT_FOUND", { as: account, json: { platform: "IOS", version: "1.0.0" } }],
    ]);
  });

  it("of POST /api/marketplace/listings/{id}/withdraw", async () => {
    await climb("/api/marketplace/listings/no-uuid/withdraw", [
      ...stepsToBody("x".repeat(16_385)),
      [404, "NOT_FOUND", { as: account }],
    ]);
  });

  it("of POST /api/builds/webhook/status", async () => {
    const app = await createApp(db(), { tenantId: account.tenantId });
    const own = { tenantId: account.tenantId, appId: app.id };
    const { id: buildId } = await createBuild(db(), { ...own, status: "COMPLETED" });
    const headers = { ...JSON_TYPE, "x-build-secret": BUILD_SECRETS.MAC_BUILDER_SECRET[0] };
    const tooLarge = "x".repeat(1_048_577);
    await climb("/api/builds/webhook/status", [
      [405, "METHOD_NOT_ALLOWED", { method: "PUT", body: "{" }],
      [413, "PAYLOAD_TOO_LARGE", { body: tooLarge, headers: JSON_TYPE }],
      [415, "UNSUPPORTED_MEDIA_TYPE", { body: "{", headers: { "Content-Type": "text/json" } }],
      [401, "UNAUTHENTICATED", { as: account, body: "{", headers: JSON_TYPE }],
      [400, "MALFORMED_JSON", { body: "{", headers }],
      [400, "VALIDATION_FAILED", { json: { buildId: randomUUID(), status: "QUEUED" }, headers }],
      [404, "NOT_FOUND", { json: { buildId: randomUUID(), status: "FAILED" }, headers }],
      [409, "BUILD_ALREADY_FINISHED", { json: { buildId, status: "FAILED" }, headers }],
    ]);
  });

  describe("of reading", () => {
    it.each([
      ["/api/apps/no-uuid/builds", "?limit=0"],
      ["/api/builds/no-uuid", ""],
      ["/api/marketplace/listings/no-uuid", ""],
    ])("GET %s", async (path, wrongQuery) => {
      const needsPermission = !path.includes("listings");
      const reading = { method: "GET", query: wrongQuery };
      await climb(path, [
        [405, "METHOD_NOT_ALLOWED", { method: "DELETE", query: wrongQuery }],
        [401, "UNAUTHENTICATED", reading],
        [400, "TENANT_HEADER_REQUIRED", { ...reading, ...withoutTenant(powerless) }],
        [403, "TENANT_MISMATCH", { ...reading, as: stranger }],
        ...(needsPermission
          ? [[403, "PERMISSION_DENIED", { ...reading, as: powerless }] satisfies Step]
          : []),
        ...(wrongQuery ? [[400, "VALIDATION_FAILED", { ...reading, as: account }] satisfies Step] : []),
        [404, "NOT_FOUND", { method: "GET", as: account }],
      ]);
    });
  });
});
