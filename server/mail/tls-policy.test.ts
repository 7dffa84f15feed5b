import { expect, it } from "vitest";
import { planTls } from "./tls-policy.ts";

const credentials = { user: "drydock", pass: "secret" };
const REQUIRED = { isRequired: true, isVerified: true };
const OPTIONAL = { isRequired: false, isVerified: false };

it.each([
  ["smtp", "93.184.216.34", null, REQUIRED],
  ["smtp", "2606:2800:220:1::1", credentials, REQUIRED],
  ["smtp", "10.0.0.5", credentials, REQUIRED],
  ["smtp", "fd00::5", credentials, REQUIRED],
  ["smtp", "10.0.0.5", null, OPTIONAL],
  ["smtp", "127.0.0.1", credentials, OPTIONAL],
  ["smtp", "::1", null, OPTIONAL],
  ["smtps", "127.0.0.1", null, REQUIRED],
  ["smtps", "10.0.0.5", null, REQUIRED],
] as const)("%s at %s with the credentials %o", (scheme, address, given, plan) => {
  expect(planTls({ isImplicitTls: scheme === "smtps", credentials: given }, address)).toEqual(plan);
});
