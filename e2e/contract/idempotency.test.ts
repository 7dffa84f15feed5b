import { and, eq, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { createApp } from "@/db/factories.ts";
import { idempotencyKeys, slugClaims } from "@/db/schema/index.ts";
import { BLOCKED_SESSIONS_SQL } from "@/e2e/support/database.ts";
import { QueuedBuildView } from "@/server/domains/builds/view.ts";
import { ListingView } from "@/server/domains/listings/view.ts";
import { describeBothEntryPoints, FRONT, NEXT } from "./entry-points.ts";
import { expectProblem, expectView } from "./expect-response.ts";
import { createAccount, db } from "./fixtures.ts";
import { composePublish, publish } from "./publish-request.ts";
import { sendLines } from "./raw-http.ts";
import { type HttpResponse, sendRequest } from "./send-request.ts";

const withKey = (key: string) => ({ headers: { "Idempotency-Key": key } });

describeBothEntryPoints("Idempotency-Key", (entryPoint) => {
  const otherDoor = entryPoint === FRONT ? NEXT : FRONT;

  it("returns the first result of a repeated publish at either entry point", async () => {
    const account = await createAccount();
    const request = await composePublish(account);
    const first = await publish(entryPoint, account, request, withKey("once"));
    expectView(first, 201, ListingView);
    expect(first.headers.has("idempotency-replayed")).toBe(false);
    for (const again of [entryPoint, otherDoor]) {
      expectReplay(await publish(again, account, request, withKey("once")), first);
    }
    expectProblem(await publish(entryPoint, account, request, withKey("twice")), 409, "VERSION_EXISTS");
  });

  it("returns the first result of a repeated build request", async () => {
    const account = await createAccount();
    const app = await createApp(db(), { tenantId: account.tenantId });
    const queue = (appId = app.id) =>
      sendRequest(entryPoint, `POST /api/apps/${appId}/builds`, {
        as: account,
        json: { platform: "IOS", version: "1.0.0" },
        ...withKey("once"),
      });
    const first = await queue();
    expect(expectView(first, 201, QueuedBuildView).number).toBe(1);
    expectReplay(await queue(), first);
    expectReplay(await queue(app.id.toUpperCase()), first);
  });

  it("creates one listing for thirty concurrent requests", async () => {
    const account = await createAccount();
    const request = await composePublish(account);
    const responses = await Promise.all(
      Array.from({ length: 30 }, () => publish(entryPoint, account, request, withKey("race"))),
    );
    const made = responses.filter((response) => response.status === 201);
    const first = made.find((response) => !response.headers.has("idempotency-replayed"));
    expect(first).toBeDefined();
    for (const response of made) if (response !== first && first) expectReplay(response, first);
    const others = responses.filter((response) => response.status !== 201);
    for (const response of others) expectProblem(response, 409, "IDEMPOTENCY_CONFLICT");
  });

  it("returns the first result to thirty concurrent repetitions", async () => {
    const account = await createAccount();
    const request = await composePublish(account);
    const sendRequest = () => publish(entryPoint, account, request, withKey("again"));
    const first = await sendRequest();
    for (const response of await Promise.all(Array.from({ length: 30 }, sendRequest)))
      expectReplay(response, first);
  });

  it("rejects a second request while the first one runs", async () => {
    const account = await createAccount();
    const request = await composePublish(account);
    let first: Promise<HttpResponse> | undefined;
    await db().transaction(async (tx) => {
      const claim = and(eq(slugClaims.type, "APP_PLUGIN"), eq(slugClaims.slug, request.slug));
      await tx.select().from(slugClaims).where(claim).for("update");
      first = publish(entryPoint, account, request, withKey("slow"));
      await expect.poll(() => tx.execute(BLOCKED_SESSIONS_SQL), { interval: 5 }).toHaveLength(1);
      const second = await publish(entryPoint, account, request, withKey("slow"));
      expectProblem(second, 409, "IDEMPOTENCY_CONFLICT");
    });
    if (first) expectView(await first, 201, ListingView);
    const repeated = await publish(entryPoint, account, request, withKey("slow"));
    expect(repeated.headers.get("idempotency-replayed")).toBe("true");
  });

  it("rejects another body, compared byte by byte", async () => {
    const account = await createAccount();
    const request = await composePublish(account);
    expectView(await publish(entryPoint, account, request, withKey("mine")), 201, ListingView);
    const headers = { "Content-Type": "application/json", "Idempotency-Key": "mine" };
    const body = JSON.stringify(request);
    for (const other of [JSON.stringify({ ...request, version: "2.0.0" }), `${body} `, `\uFEFF${body}`]) {
      const response = await publish(entryPoint, account, undefined, { body: other, headers });
      expectProblem(response, 422, "IDEMPOTENCY_MISMATCH");
    }
  });

  it("scopes keys by tenant and endpoint", async () => {
    for (const account of [await createAccount(), await createAccount()]) {
      const request = await composePublish(account);
      expectFirst(await publish(entryPoint, account, request, withKey("shared")));
      for (let apps = 0; apps < 2; apps++) {
        const app = await createApp(db(), { tenantId: account.tenantId });
        const json = { platform: "IOS", version: "1.0.0" };
        const queue = `POST /api/apps/${app.id}/builds`;
        expectFirst(await sendRequest(entryPoint, queue, { as: account, json, ...withKey("shared") }));
      }
    }
  });

  it("stores neither failures nor dry runs", async () => {
    const account = await createAccount();
    const request = await composePublish(account);
    const key = withKey("retry");
    expectProblem(
      await publish(entryPoint, account, { ...request, name: "" }, key),
      400,
      "VALIDATION_FAILED",
    );
    const unknown = { ...request, appPluginId: "nothing" };
    expectProblem(await publish(entryPoint, account, unknown, key), 422, "REFERENCE_NOT_FOUND");
    const rehearsed = await publish(entryPoint, account, request, { ...key, query: "?dryRun=true" });
    expect(rehearsed.status).toBe(200);
    expectFirst(await publish(entryPoint, account, { ...request, version: "1.0.1" }, key));
  });

  it("expires", async () => {
    const account = await createAccount();
    const request = await composePublish(account);
    expectFirst(await publish(entryPoint, account, request, withKey("old")));
    const [kept] = await db()
      .select({ hours: sql<number>`extract(epoch from ${idempotencyKeys.expiresAt} - now())::float8 / 3600` })
      .from(idempotencyKeys)
      .where(eq(idempotencyKeys.tenantId, account.tenantId));
    expect(kept?.hours).toBeCloseTo(24, 1);
    await db()
      .update(idempotencyKeys)
      .set({ expiresAt: new Date() })
      .where(eq(idempotencyKeys.tenantId, account.tenantId));
    expectFirst(await publish(entryPoint, account, { ...request, version: "2.0.0" }, withKey("old")));
  });

  describe("is one header of 1 to 128 printable ASCII characters", () => {
    it.each(["a", "k".repeat(128), "a b", "!\"#$%&'()*+-./:;<=>?@[]^_`{|}~"])("as %s is", async (key) => {
      const account = await createAccount();
      expectFirst(await publish(entryPoint, account, await composePublish(account), withKey(key)));
    });

    it.each(["", "k".repeat(129), "clé", "a\tb"])("as %j is not", async (key) => {
      const account = await createAccount();
      const response = await publish(entryPoint, account, await composePublish(account), withKey(key));
      expectProblem(response, 400, "VALIDATION_FAILED", ["Idempotency-Key"]);
    });

    it("and is listed with the other invalid fields", async () => {
      const account = await createAccount();
      const request = { ...(await composePublish(account)), name: "", version: "1" };
      const response = await publish(entryPoint, account, request, withKey(""));
      expectProblem(response, 400, "VALIDATION_FAILED", ["name", "version", "Idempotency-Key"]);
    });

    it("and not two", async () => {
      const account = await createAccount();
      const headers = [
        `Authorization: Bearer ${account.token}`,
        `X-Tenant-Id: ${account.tenantId}`,
        "Idempotency-Key: one",
        "Idempotency-Key: one",
      ];
      const request = await composePublish(account);
      const response = await sendLines(entryPoint, "POST /api/marketplace/publish", headers, request);
      expectProblem(response, 400, "VALIDATION_FAILED", ["Idempotency-Key"]);
    });
  });
});

function expectFirst(response: HttpResponse): void {
  expect(response.status, response.text).toBe(201);
  expect(response.headers.has("idempotency-replayed")).toBe(false);
}

function expectReplay(response: HttpResponse, first: HttpResponse): void {
  expect(response).toMatchObject({ status: first.status, text: first.text });
  expect(response.headers.get("idempotency-replayed")).toBe("true");
  expect(response.headers.get("location")).toBe(first.headers.get("location"));
}
