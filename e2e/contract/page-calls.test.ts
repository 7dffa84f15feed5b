import { beforeAll, expect, it } from "vitest";
import { signInMember } from "../support/platform.ts";
import { describeBothEntryPoints, FRONT } from "./entry-points.ts";
import { expectProblem } from "./expect-response.ts";
import { type Account, createAccount } from "./fixtures.ts";
import { type HttpResponse, sendRequest } from "./send-request.ts";
import { sessionCookie } from "./session.ts";

const query = (procedure: string, input: object) =>
  `GET /api/trpc/${procedure}?input=${encodeURIComponent(JSON.stringify({ json: input }))}`;

const outcomeOf = ({ text }: HttpResponse) => {
  const { result, error } = JSON.parse(text);
  return { data: result?.data.json, code: error?.json.data.appCode };
};

describeBothEntryPoints("calls of pages", (entryPoint) => {
  let account: Account;
  let cookie: string;
  beforeAll(async () => {
    account = await createAccount();
    cookie = await sessionCookie(account.ctx);
  });
  const sendAs = (Cookie: string | null, request: string) =>
    sendRequest(entryPoint, request, { headers: { Cookie } });
  const ownTenant = () => ({ tenant: account.ctx.tenant.slug });

  it("are answered to signed-in users for their tenant", async () => {
    const response = await sendAs(cookie, query("members.list", ownTenant()));
    expect(response.status, response.text).toBe(200);
    expect(response.headers.get("x-content-type-options")).toBe("nosniff");
    expect(outcomeOf(response).data).toMatchObject({ members: [{ role: "DEVELOPER" }] });
  });

  it("are rejected without a session, with an ended one and with other tokens signed by our secret", async () => {
    const own = query("apps.list", ownTenant());
    expect((await sendAs(cookie, own)).status).toBe(200);
    const ended = await sessionCookie(account.ctx, { sessionVersion: 0 });
    const noSession = await sessionCookie(account.ctx, { userId: undefined, sessionVersion: undefined });
    for (const [, Cookie] of Object.entries({ none: null, broken: `${cookie}x`, ended, noSession })) {
      const response = await sendAs(Cookie, own);
      expect([response.status, outcomeOf(response).code]).toEqual([401, "UNAUTHENTICATED"]);
    }
    const other = await signInMember("OWNER");
    const response = await sendAs(await sessionCookie(other), own);
    expect([response.status, outcomeOf(response).code]).toEqual([404, "NOT_FOUND"]);
  });

  it("are limited to ten per batch", async () => {
    const batchOf = (count: number) => {
      const inputs = Object.fromEntries(
        Array.from({ length: count }, (_, call) => [call, { json: ownTenant() }]),
      );
      const names = Array.from({ length: count }, () => "apps.list").join();
      return `GET /api/trpc/${names}?batch=1&input=${encodeURIComponent(JSON.stringify(inputs))}`;
    };
    const ten = await sendAs(cookie, batchOf(10));
    expect([ten.status, JSON.parse(ten.text).length]).toEqual([200, 10]);
    expect((await sendAs(cookie, batchOf(11))).status).toBe(400);
  });

  it("are compressed for clients that accept gzip", async () => {
    const search = query("marketplace.search", {});
    const plain = await sendRequest(entryPoint, search, { headers: { "Accept-Encoding": "identity" } });
    const small = await sendRequest(entryPoint, search, { headers: { "Accept-Encoding": "gzip" } });
    expect(plain.headers.get("content-encoding")).toBeNull();
    expect(small.headers.get("content-encoding")).toBe("gzip");
    expect(small.headers.get("vary")).toMatch(/accept-encoding/i);
    expect(outcomeOf(small)).toEqual(outcomeOf(plain));
  });

  it("are streamed on request", async () => {
    const batch = `GET /api/trpc/marketplace.search?batch=1&input=${encodeURIComponent('{"0":{"json":{}}}')}`;
    const pieces = await sendRequest(entryPoint, batch, {
      headers: { "trpc-accept": "application/jsonl", "Accept-Encoding": "gzip" },
    });
    expect(pieces.status).toBe(200);
    expect(pieces.headers.has("content-length")).toBe(false);
    expect(pieces.text.split("\n").length).toBeGreaterThan(2);
  });

  it("reject unknown methods and procedures", async () => {
    expect((await sendAs(cookie, query("no.such", {}))).status).toBe(404);
    const options = await sendAs(cookie, "OPTIONS /api/trpc/apps.list");
    expect([options.status, options.headers.get("allow")]).toEqual([204, "GET, POST, HEAD, OPTIONS"]);
    const put = await sendAs(cookie, "PUT /api/trpc/apps.list");
    expectProblem(put, 405, "METHOD_NOT_ALLOWED");
    expectProblem(await sendAs(cookie, "GET /api/trpc/apps.list/more"), 404, "NOT_FOUND");
  });

  it("are rejected from another origin", async () => {
    const send = (headers: Record<string, string>) =>
      sendRequest(entryPoint, "POST /api/trpc/apps.create", {
        headers: { Cookie: cookie, ...headers },
        json: {
          json: {
            ...ownTenant(),
            name: `From ${entryPoint.name}`,
            slug: entryPoint.name,
            platforms: ["IOS"],
          },
        },
      });
    const afar = await send({ Origin: "https://elsewhere.test" });
    expect([afar.status, afar.headers.get("x-content-type-options")]).toEqual([403, "nosniff"]);
    expect((await send({ "Content-Type": "text/plain" })).status).toBe(415);
    expect((await send({ Origin: entryPoint.origin })).status).toBe(200);
  });

  it("stream changes as they happen", async () => {
    const leaving = new AbortController();
    const response = await fetch(
      entryPoint.origin + query("builds.changes", ownTenant()).slice("GET ".length),
      {
        headers: { Cookie: cookie, Accept: "text/event-stream" },
        signal: leaving.signal,
      },
    );
    expect(response.headers.get("content-type")).toBe("text/event-stream");
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    const { value } = await reader.read();
    expect(new TextDecoder().decode(value)).toContain("event: connected");
    leaving.abort();
  });
});

it("are rejected at the production server when the URL is malformed", async () => {
  expectProblem(await sendRequest(FRONT, "GET /api/trpc/%FF"), 400, "VALIDATION_FAILED", [""]);
});

it("have Server-Timing at the production server", async () => {
  const { headers } = await sendRequest(FRONT, query("marketplace.search", {}));
  expect(headers.get("server-timing")).toMatch(/^total;dur=\d+\.\d$/);
});
