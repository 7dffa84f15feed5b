import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { AppError, validationFailed } from "../platform/errors.ts";
import { reportFailure } from "./run-command.ts";

let said = "";

beforeEach(() => {
  said = "";
  vi.spyOn(process.stderr, "write").mockImplementation((text) => {
    said += String(text);
    return true;
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  process.exitCode = undefined;
});

it("names every field that breaks a rule, by its option where it has one", () => {
  reportFailure(
    validationFailed([
      { path: "permissions.0", message: "the role VIEWER does not have MARKETPLACE_PUBLISH" },
      { path: "slug", message: "is taken" },
    ]),
  );
  expect(said).toBe("--permission: the role VIEWER does not have MARKETPLACE_PUBLISH\nslug: is taken\n");
  expect(process.exitCode).toBe(1);
});

it("says what lies behind anything else", () => {
  reportFailure(
    new AppError("UNAVAILABLE", "Try again shortly.", { cause: new Error("connect ECONNREFUSED") }),
  );
  expect(said).toBe("connect ECONNREFUSED\n");
});
