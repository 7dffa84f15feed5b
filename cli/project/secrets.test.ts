import { expect, test } from "vitest";
import { findSecret } from "./secrets.ts";

// Put together here, so that no scanner takes this file for what it is about.
const SECRETS = [
  ["-----BEGIN RSA PRIVATE", "KEY-----"],
  ["AKIA", "ABCDEFGHIJKLMNOP"],
  ["ghp_", "a".repeat(36)],
  ["npm_", "a".repeat(36)],
  ["sk_live_", "a".repeat(24)],
  ["xoxb-", "1".repeat(24)],
  ["AIza", "a".repeat(35)],
  ["//registry.example/:_authToken=", "abc"],
  ["eyJhbGciOiJIUzI1NiJ9.", "eyJzdWIiOiIxMjM0In0.c2lnbmF0dXJl"],
].map((parts) => parts.join(parts[0]?.endsWith("PRIVATE") ? " " : ""));

test.each(SECRETS)("finds %s and its line", (secret) => {
  expect(findSecret("src/a.ts", Buffer.from(`\n\nconst key = "${secret}";`))).toMatch(/\(line 3\)$/);
});

test.each([
  ".env",
  ".env.production",
  "config/.env.local",
  "id_ed25519",
  "cert.pem",
  "release.keystore",
  ".netrc",
])("knows %s by its name", (path) => {
  expect(findSecret(path, Buffer.from("x"))).toMatch(/^looks like/);
});

test.each([
  ["src/index.ts", "const token = process.env.TOKEN;"],
  [".env.example", "TOKEN="],
  [".npmrc", "//registry.example/:_authToken=$TOKEN"],
  ["logo.png", `\0${SECRETS[0]}`],
])("takes %s for what it is", (path, content) => {
  expect(findSecret(path, Buffer.from(content))).toBeNull();
});
