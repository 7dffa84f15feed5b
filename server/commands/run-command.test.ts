import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { AppError, validationFailed } from "@/shared/errors.ts";
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

it("lists every invalid field, by its option if it has one", () => {
  reportFailure(
    validationFailed([
      { path: "permissions.0", message: "the role VIEWER does not have MARKETPLACE_PUBLISH" },
      { path: "slug", message: "is taken" },
    ]),
  );
  expect(said).toBe("--permission: the role VIEWER does not have MARKETPLACE_PUBLISH\nslug: is taken\n");
  expect(process.exitCode).toBe(1);
});

it("prints the innermost cause of any other error", () => {
  reportFailure(
    new AppError("UNAVAILABLE", "Try again shortly.", { cause: new Error("connect ECONNREFUSED") }),
  );
  expect(said).toBe("connect ECONNREFUSED\n");
});
