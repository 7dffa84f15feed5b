import { afterEach, describe, expect, it } from "vitest";
import { requireVerifiedEmail } from "./authorize.ts";
import type { Actor } from "./context.ts";
import { completeEnv } from "./env/env.ts";

const user = (isEmailVerified: boolean): { actor: Actor } => ({
  actor: { kind: "user", userId: "u", email: "a@b.test", name: "A", isSuperAdmin: false, isEmailVerified },
});
const token: { actor: Actor } = {
  actor: { kind: "token", tokenId: "t", userId: "u", isEmailVerified: false },
};

describe("the check for a verified address", () => {
  afterEach(() => {
    completeEnv({ DRYDOCK_EMBEDDED: "true", DATABASE_URL: "" });
  });

  it("refuses unverified users, also by their tokens", () => {
    for (const ctx of [user(false), token]) {
      expect(() => requireVerifiedEmail(ctx)).toThrow(
        expect.objectContaining({
          code: "PERMISSION_DENIED",
          message: expect.stringContaining("not verified"),
        }),
      );
    }
  });

  it("passes verified users, and what is no user", () => {
    for (const ctx of [user(true), { actor: { kind: "worker", workerId: null } } as const]) {
      expect(() => requireVerifiedEmail(ctx)).not.toThrow();
    }
  });

  it("passes all where no mail can be sent", () => {
    completeEnv({
      DATABASE_URL: "postgres://user:pass@db.test:5432/drydock",
      DRYDOCK_EMBEDDED: "false",
      NEXTAUTH_URL: "https://drydock.test",
      NEXTAUTH_SECRET: "k7Jq2vXw9ZbN4mTr8LhD1sYf6GcP3aEu",
      API_TOKEN_SECRET: "k7Jq2vXw9ZbN4mTr8LhD1sYf6GcP3aEu",
    });
    expect(() => requireVerifiedEmail(user(false))).not.toThrow();
  });
});
