import { beforeAll, describe, it } from "vitest";
import { createApp, createListing } from "@/db/factories.ts";
import { QueuedBuildView } from "@/server/domains/builds/view.ts";
import { ListingView } from "@/server/domains/listings/view.ts";
import { describeBothEntryPoints } from "./entry-points.ts";
import { expectProblem, expectView } from "./expect-response.ts";
import { type Account, createAccount, db } from "./fixtures.ts";
import { composePublish } from "./publish-request.ts";
import { chunkOf, sendRaw } from "./raw-http.ts";
import { sendReport } from "./send-report.ts";
import { type HttpResponse, sendRequest } from "./send-request.ts";

const UNKNOWN_ID = "01900000-0000-7000-8000-0000000000ff";
const KIBIBYTE = 1_024;

const LIMITS: [path: string, bytes: number][] = [
  ["/api/marketplace/publish", 128 * KIBIBYTE],
  ["/api/builds/webhook/status", 1_024 * KIBIBYTE],
  ["/api/billing/webhook", 512 * KIBIBYTE],
  ["/api/billing/webhook/paypal", 512 * KIBIBYTE],
  [`/api/apps/${UNKNOWN_ID}/builds`, 16 * KIBIBYTE],
  [`/api/marketplace/listings/${UNKNOWN_ID}/withdraw`, 16 * KIBIBYTE],
];

describeBothEntryPoints("the size of a body", (entryPoint) => {
  describe.each(LIMITS)("POST %s", (path, limitBytes) => {
    const start = `POST ${path}`;
    const json = "Content-Type: application/json";

    it("413 for a Content-Length above the limit, before the body", async () => {
      for (const length of [limitBytes + 1, 2 ** 40]) {
        const headers = [json, `Content-Length: ${length}`];
        expectTooLarge(await sendRaw(entryPoint, { start, headers, body: [" "] }));
      }
    });

    it("413 for chunks above the limit, before the end of the body", async () => {
      const headers = [json, "Transfer-Encoding: chunked"];
      const whole = Array.from({ length: limitBytes / KIBIBYTE }, () => chunkOf(" ".repeat(KIBIBYTE)));
      expectTooLarge(await sendRaw(entryPoint, { start, headers, body: [...whole, chunkOf(" ")] }));
    });
  });

  describe("at its limit", () => {
    let account: Account;

    beforeAll(async () => {
      account = await createAccount();
    });

    it("a publish request is accepted", async () => {
      const body = pad(await composePublish(account), 128 * KIBIBYTE);
      expectView(await post("/api/marketplace/publish", body), 201, ListingView);
    });

    it("a build is queued", async () => {
      const app = await createApp(db(), { tenantId: account.tenantId });
      const body = pad({ platform: "IOS", version: "1.0.0" }, 16 * KIBIBYTE);
      expectView(await post(`/api/apps/${app.id}/builds`, body), 201, QueuedBuildView);
    });

    it("a withdrawal is accepted", async () => {
      const { id } = await createListing(db(), { tenantId: account.tenantId, type: "THEME" });
      const body = pad({}, 16 * KIBIBYTE);
      expectView(await post(`/api/marketplace/listings/${id}/withdraw`, body), 200, ListingView);
    });

    it("a report is accepted", async () => {
      const body = pad({ buildId: UNKNOWN_ID, status: "FAILED" }, 1_024 * KIBIBYTE);
      expectProblem(await sendReport(entryPoint, undefined, { body }), 404, "NOT_FOUND");
    });

    const post = (path: string, body: string) =>
      sendRequest(entryPoint, `POST ${path}`, {
        as: account,
        body,
        headers: { "Content-Type": "application/json" },
      });
  });
});

function expectTooLarge(response: HttpResponse | null): void {
  if (!response) throw new Error("the entry point closed without an answer");
  expectProblem(response, 413, "PAYLOAD_TOO_LARGE");
}

/** The object as JSON of exactly so many bytes. */
function pad(json: object, bytes: number): string {
  const frame = Buffer.byteLength(JSON.stringify({ ...json, padding: "" }));
  return JSON.stringify({ ...json, padding: "p".repeat(bytes - frame) });
}
