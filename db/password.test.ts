import { expect, test } from "vitest";
import { hashPassword, verifyPassword } from "./password.ts";

test("a password fits its own hash and no other password does", async () => {
  const hash = await hashPassword("correct horse");
  expect(await verifyPassword(hash, "correct horse")).toBe(true);
  expect(await verifyPassword(hash, "correct horse ")).toBe(false);
});

test("hashes are argon2id at the cost of RFC 9106 and have a salt each", async () => {
  const [one, other] = await Promise.all([hashPassword("same"), hashPassword("same")]);
  expect(one).toMatch(/^\$argon2id\$v=19\$m=65536,t=3,p=4\$/);
  expect(one).not.toBe(other);
});
