import { randomBytes } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { currentKeyPrefix, decryptSecret, encryptSecret } from "./encryption.ts";
import { completeEnv } from "./env/env.ts";

const [OLD, NEW] = [randomBytes(32).toString("base64"), randomBytes(32).toString("base64url")];
const useKeys = (...keys: string[]) => completeEnv({ SECRETS_KEY: keys.join(",") });

beforeEach(() => void useKeys(OLD));

describe("an encrypted secret", () => {
  it("is decrypted for its subject alone", () => {
    const encrypted = encryptSecret("🚢 secret", "totp 1");
    expect(decryptSecret(encrypted, "totp 1")).toBe("🚢 secret");
    expect(() => decryptSecret(encrypted, "totp 2")).toThrow();
  });

  it("is different each time, and holds no part of the text", () => {
    const [one, other] = [encryptSecret("secret-secret", "totp x"), encryptSecret("secret-secret", "totp x")];
    expect(one.equals(other)).toBe(false);
    expect(one.includes("secret")).toBe(false);
  });

  it("is refused when a byte changed", () => {
    const encrypted = encryptSecret("secret", "totp x");
    for (let at = 0; at < encrypted.length; at++) {
      const changed = Buffer.from(encrypted);
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
      expect(() => decryptSecret(changed, "totp x")).toThrow();
    }
    expect(() => decryptSecret(encrypted.subarray(0, 20), "totp x")).toThrow();
  });

  it("survives a rotation of keys, until the old key is gone", () => {
    const before = encryptSecret("secret", "totp x");
    useKeys(NEW, OLD);
    expect(decryptSecret(before, "totp x")).toBe("secret");
    const after = encryptSecret("secret", "totp x");
    expect(after.subarray(0, 5)).toEqual(currentKeyPrefix());
    expect(before.subarray(0, 5)).not.toEqual(currentKeyPrefix());
    useKeys(NEW);
    expect(decryptSecret(after, "totp x")).toBe("secret");
    expect(() => decryptSecret(before, "totp x")).toThrow("SECRETS_KEY");
  });

  it("needs a key", () => {
    useKeys();
    expect(currentKeyPrefix()).toBeNull();
    expect(() => encryptSecret("secret", "totp x")).toThrow(expect.objectContaining({ code: "UNAVAILABLE" }));
  });
});
