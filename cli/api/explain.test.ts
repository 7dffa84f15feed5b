import { expect, test } from "vitest";
import { explainSilence } from "./explain.ts";
import { ConnectionLost } from "./transport.ts";

const access = (baseUrl: string) => ({ baseUrl, token: "", tenantId: "", expiresAt: null });
const lost = (code: string) =>
  new ConnectionLost(Object.assign(new Error("0A00010B:SSL routines"), { code }));

test.each(["EPROTO", "ERR_SSL_WRONG_VERSION_NUMBER"])("https where http is spoken (%s)", (code) => {
  const { message, hint } = explainSilence(lost(code), access("https://127.0.0.1:3000")).details;
  expect(message).toBe("https://127.0.0.1:3000 does not speak https.");
  expect(hint).toMatch(/^Try http:\/\/127\.0\.0\.1:3000 with --api-url/);
});

test("a certificate that is not trusted is another matter", () => {
  const { hint } = explainSilence(lost("SELF_SIGNED_CERT"), access("https://127.0.0.1:3000")).details;
  expect(hint).toContain("NODE_EXTRA_CA_CERTS");
});
