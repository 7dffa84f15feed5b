import { expect, test } from "vitest";
import { toNetworkError } from "./errors.ts";

const connection = (baseUrl: string) => ({ baseUrl, token: "", tenantId: "", expiresAt: null, proxy: null });
const networkError = (code: string) => ({ code, message: "0A00010B:SSL routines" });

test.each(["EPROTO", "ERR_SSL_WRONG_VERSION_NUMBER"])(
  "suggests http for a server that speaks no TLS (%s)",
  (code) => {
    const { message, hint } = toNetworkError(
      networkError(code),
      connection("https://127.0.0.1:3000"),
    ).details;
    expect(message).toBe("https://127.0.0.1:3000 does not support https.");
    expect(hint).toMatch(/^Try http:\/\/127\.0\.0\.1:3000/);
  },
);

test("names NODE_EXTRA_CA_CERTS for an untrusted certificate", () => {
  const { hint } = toNetworkError(
    networkError("SELF_SIGNED_CERT"),
    connection("https://127.0.0.1:3000"),
  ).details;
  expect(hint).toContain("NODE_EXTRA_CA_CERTS");
});
