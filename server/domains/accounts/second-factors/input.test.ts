import { expect, it } from "vitest";
import { ConfirmTotp, Reauthenticate, SecondStepProof } from "./input.ts";

it.each([
  ["the second step", SecondStepProof],
  ["a confirmation of identity", Reauthenticate],
  ["the set-up of an authenticator app", ConfirmTotp],
])("takes digits of any script in %s", (_, schema) => {
  expect(schema.parse({ code: " ۱۲۳ ۴۵۶ " })).toEqual({ code: "123 456" });
});

it("refuses a blank code", () => {
  expect(SecondStepProof.safeParse({ code: "\u200f " }).success).toBe(false);
});
