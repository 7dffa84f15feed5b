import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createCertificate, createRoot } from "@/e2e/support/billing/certificate-authority.ts";
import { deliverPayPal } from "@/e2e/support/billing/deliver.ts";
import { createSigner, paypalEvent, type Signer, signPayPal } from "@/e2e/support/billing/paypal-events.ts";
import { type PayPalFixture, setUpPayPalFixture } from "@/e2e/support/billing/paypal-server.ts";
import { setUpPlatform } from "@/e2e/support/platform.ts";
import { completeEnv } from "@/server/core/env/env.ts";

setUpPlatform();
let fixture: PayPalFixture;
beforeAll(async () => {
  fixture = await setUpPayPalFixture();
  completeEnv(fixture.settings);
});
beforeEach(() => void fixture.paypal.requests.splice(0));
afterAll(() => fixture.close());

const DAY_MS = 86_400_000;
const newEvent = () => paypalEvent("CATALOG.PRODUCT.CREATED", { id: "PROD-1" }).body;

/** Publishes the signer's certificate. */
function publish(signer: Signer): Signer {
  fixture.paypal.certificates.set(signer.path, signer.file);
  return signer;
}

async function codeOf(body: string | Uint8Array, headers: Record<string, string>): Promise<string> {
  const response = await deliverPayPal(body, headers);
  const answer = (await response.json()) as { code?: string };
  return `${response.status} ${answer.code ?? JSON.stringify(answer)}`;
}

const ACCEPTED = '200 {"received":true,"duplicate":false}';
const DUPLICATE = '200 {"received":true,"duplicate":true}';
const REFUSED = "400 INVALID_SIGNATURE";

describe("a PayPal webhook", () => {
  it("is accepted, and its certificate fetched once", async () => {
    const signer = publish(createSigner(fixture.root));
    const deliveries = Array.from({ length: 12 }, newEvent);
    const answers = await Promise.all(deliveries.map((body) => codeOf(body, signPayPal(body, signer))));
    expect(new Set(answers)).toEqual(new Set([ACCEPTED]));
    expect(fixture.paypal.requests).toEqual([`GET ${signer.path}`]);
  });

  it("is a duplicate by transmission id or event id", async () => {
    const [body, other] = [newEvent(), newEvent()];
    const headers = signPayPal(body, fixture.signer, { id: "one-transmission" });
    expect(await codeOf(body, headers)).toBe(ACCEPTED);
    expect(await codeOf(body, headers)).toBe(DUPLICATE);
    expect(await codeOf(body, signPayPal(body, fixture.signer))).toBe(DUPLICATE);
    expect(await codeOf(other, signPayPal(other, fixture.signer, { id: "one-transmission" }))).toBe(
      DUPLICATE,
    );
  });

  it("may be signed by a certificate with its own chain", async () => {
    const between = createCertificate("Authority between", fixture.root, { isAuthority: true });
    const signer = publish(createSigner(between, { chain: between.pem }));
    const body = newEvent();
    expect(await codeOf(body, signPayPal(body, signer))).toBe(ACCEPTED);
  });

  it.each(["", "[]", "{}", '{"id":"WH-1"}', '{"id":1,"event_type":"X"}', "{"])(
    "without a valid event fails validation, not verification: %j",
    async (body) => {
      const code = body === "" || body === "{" ? "MALFORMED_JSON" : "VALIDATION_FAILED";
      expect(await codeOf(body, signPayPal(body, fixture.signer))).toBe(`400 ${code}`);
    },
  );
});

describe("a forged PayPal webhook is rejected without a request:", () => {
  const stale = (ms: number) => ({ at: new Date(Date.now() + ms) });
  const cases: [string, (headers: Record<string, string>, body: string) => Record<string, string>][] = [
    ["an old time", (_, body) => signPayPal(body, fixture.signer, stale(-305_000))],
    ["a future time", (_, body) => signPayPal(body, fixture.signer, stale(305_000))],
    ["no headers", () => ({ "Content-Type": "application/json" })],
    ["another algorithm", (headers) => ({ ...headers, "PAYPAL-AUTH-ALGO": "SHA1withRSA" })],
    ["two transmission ids", (headers) => ({ ...headers, "PAYPAL-TRANSMISSION-ID": "a, b" })],
    ["a time that is none", (headers) => ({ ...headers, "PAYPAL-TRANSMISSION-TIME": "now" })],
    ...[
      "http://api.sandbox.paypal.com/v1/notifications/certs/CERT-1",
      "https://api.sandbox.paypal.com:8443/v1/notifications/certs/CERT-1",
      "https://api.paypal.com/v1/notifications/certs/CERT-1",
      "https://api.sandbox.paypal.com.evil.test/v1/notifications/certs/CERT-1",
      "https://evil.test/v1/notifications/certs/CERT-1",
      "https://api.sandbox.paypal.com@evil.test/v1/notifications/certs/CERT-1",
      "https://u:p@api.sandbox.paypal.com/v1/notifications/certs/CERT-1",
      "https://api.sandbox.paypal.com/v1/notifications/certs/../../../evil",
      "https://api.sandbox.paypal.com/v1/notifications/certs/%2e%2e/x",
      "https://api.sandbox.paypal.com/v1/notifications/certs/",
      "https://api.sandbox.paypal.com/v1/notifications/certs/CERT-1?x=1",
      "https://api.sandbox.paypal.com/v1/notifications/certs/CERT-1#x",
      "https:\\\\api.sandbox.paypal.com\\v1/notifications/certs/CERT-1",
      "https://api.sandbox.paypal.com./v1/notifications/certs/CERT-1",
      "https://127.0.0.1/v1/notifications/certs/CERT-1",
      "file:///v1/notifications/certs/CERT-1",
    ].map((url): (typeof cases)[number] => [url, (headers) => ({ ...headers, "PAYPAL-CERT-URL": url })]),
  ];
  it.each(cases)("%s", async (_, forge) => {
    const body = newEvent();
    expect(await codeOf(body, forge(signPayPal(body, fixture.signer), body))).toBe(REFUSED);
    expect(fixture.paypal.requests).toEqual([]);
  });
});

describe("a forged PayPal webhook is rejected:", () => {
  it("another webhook's id", async () => {
    const body = newEvent();
    expect(await codeOf(body, signPayPal(body, fixture.signer, { webhookId: "WEBHOOK_ID" }))).toBe(REFUSED);
  });

  it("an altered body", async () => {
    const body = newEvent();
    expect(await codeOf(body.replace("PROD-1", "PROD-2"), signPayPal(body, fixture.signer))).toBe(REFUSED);
  });

  it("a signature by another key", async () => {
    const body = newEvent();
    const thief = createSigner(fixture.root, { bitLength: 2_560 });
    expect(await codeOf(body, { ...signPayPal(body, thief), "PAYPAL-CERT-URL": fixture.signer.url })).toBe(
      REFUSED,
    );
  });

  it.each<[string, () => Signer]>([
    ["a certificate of another host", () => createSigner(fixture.root, { name: "api.paypal.com" })],
    ["an expired certificate", () => createSigner(fixture.root, { to: new Date(Date.now() - 1_000) })],
    [
      "a certificate of tomorrow",
      () => createSigner(fixture.root, { from: new Date(Date.now() + DAY_MS / 2) }),
    ],
    ["a foreign chain", () => createSigner(createRoot("Authority of the tests"))],
    ["a certificate that vouches for itself", () => createSigner(null)],
    ["a small key", () => createSigner(fixture.root, { bitLength: 1_024 })],
    [
      "an expired authority between",
      () => {
        const to = new Date(Date.now() - 1_000);
        const between = createCertificate("Authority between", fixture.root, { isAuthority: true, to });
        return createSigner(between, { chain: between.pem });
      },
    ],
    [
      "a certificate issued by one that may not",
      () => {
        const leaf = createCertificate("shop.test", fixture.root);
        return createSigner(leaf, { chain: leaf.pem });
      },
    ],
    [
      "a file that holds no certificate",
      () => ({
        ...createSigner(fixture.root),
        file: "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----",
      }),
    ],
  ])("%s", async (_, make) => {
    const signer = publish(make());
    const body = newEvent();
    expect(await codeOf(body, signPayPal(body, signer))).toBe(REFUSED);
  });
});

it("is answered with a retryable error while the certificate's host is unavailable", async () => {
  const signer = createSigner(fixture.root);
  const body = newEvent();
  const startedAt = performance.now();
  const response = await deliverPayPal(body, signPayPal(body, signer));
  expect(response.status).toBe(503);
  expect(response.headers.get("retry-after")).toBeTruthy();
  expect(await response.json()).toMatchObject({ code: "UNAVAILABLE" });
  expect(performance.now() - startedAt).toBeLessThan(5_000);
});

describe("verification by PayPal's API", () => {
  beforeAll(() => void completeEnv({ PAYPAL_VERIFICATION: "api" }));
  afterAll(() => void completeEnv({ PAYPAL_VERIFICATION: "offline" }));

  it("is used where it is configured", async () => {
    const body = newEvent();
    expect(await codeOf(body, signPayPal(body, fixture.signer))).toBe(ACCEPTED);
    fixture.paypal.verdict = "FAILURE";
    const other = newEvent();
    expect(await codeOf(other, signPayPal(other, fixture.signer))).toBe(REFUSED);
    expect(fixture.paypal.requests).toContain("POST /v1/notifications/verify-webhook-signature");
  });
});

it("is rejected while PayPal is not configured", async () => {
  completeEnv({ PAYPAL_WEBHOOK_ID: "" });
  const body = newEvent();
  expect(await codeOf(body, signPayPal(body, fixture.signer))).toBe("503 PROVIDER_NOT_CONFIGURED");
  completeEnv({ PAYPAL_WEBHOOK_ID: fixture.settings["PAYPAL_WEBHOOK_ID"] ?? "" });
});
