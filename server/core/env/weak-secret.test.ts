import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { isWeakSecret } from "./weak-secret.ts";

describe("a secret", () => {
  it.each([
    "a".repeat(40),
    "secretsecretsecretsecretsecretse",
    "PasswordPasswordPasswordPassword",
    "12345678901234567890123456789012",
    "98765432109876543210987654321098",
    "super-secret-key-for-development-only",
    "drydock-drydock-drydock-drydock",
    "change-me-change-me-change-me-change-me",
    "whsec_0000000000000000000000",
    "whsec_secretsecretsecretsecret",
    "secret----------",
    "password-2026-11",
    "ChangeMe-1234567890-abcdef",
    "CHANGE_ME_BEFORE_PRODUCTION",
    "an-example-that-guides-print",
  ])("that people think of is guessable: %s", (secret) => {
    expect(isWeakSecret(secret)).toBe(true);
  });

  it.each([
    "k7Jq2vXw9ZbN4mTr8LhD1sYf6GcP3aEu",
    "a-build-secret-for-these-tests-alone",
    "test-build-secret-0123456789",
    "0f9b7c1e5a3d8264",
    "e8lmMwCEXamPlEi55v2vZ+NzRiE3dq/u4T6gWBodXKU=",
  ])("that somebody made up is not: %s", (secret) => {
    expect(isWeakSecret(secret)).toBe(false);
  });

  it("that a machine has drawn never is", () => {
    for (let draw = 0; draw < 1_000; draw++) {
      for (const encoding of ["hex", "base64", "base64url"] as const) {
        const secret = randomBytes(32).toString(encoding);
        expect(isWeakSecret(secret), secret).toBe(false);
        expect(isWeakSecret(`whsec_${secret}`), secret).toBe(false);
      }
    }
  });
});
