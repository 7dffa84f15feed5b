import { DrizzleQueryError } from "drizzle-orm";
import { expect, it, onTestFinished, vi } from "vitest";
import { processSingleton } from "@/db/client.ts";
import { captureConsole } from "./log.ts";

const METHODS = ["error", "warn", "trace", "log", "info", "debug"] as const;

it("hands the log what is written to the console, an error as an error", () => {
  const { console: library } = globalThis;
  const before = { ...library };
  onTestFinished(() => void Object.assign(library, before));
  const written = Object.fromEntries(["error", "warn", "info", "debug"].map((level) => [level, vi.fn()]));
  processSingleton("log", () => written);
  captureConsole();
  for (const method of METHODS) library[method]("said by", method, 1);
  const failed = new DrizzleQueryError("select $1", ["s3cret"], new Error("no space left"));
  library.error(" ⨯", failed);
  const said = (method: string) => [{ part: "console" }, `said by ${method} 1`];
  expect(written["error"]?.mock.calls).toEqual([said("error"), [{ part: "console", err: failed }, " ⨯"]]);
  expect(written["warn"]?.mock.calls).toEqual([said("warn"), said("trace")]);
  expect(written["info"]?.mock.calls).toEqual([said("log"), said("info")]);
  expect(written["debug"]?.mock.calls).toEqual([said("debug")]);

  const cause = new DrizzleQueryError("select $1", ["s3cret"], new Error("no space left"));
  library.warn("retrying", { attempt: 2, cause }, [1n]);
  const [fields, message] = written["warn"]?.mock.calls.at(-1) ?? [];
  expect(message).toBe("retrying");
  expect(fields).toMatchObject({
    details: [{ attempt: 2, cause: { message: expect.stringContaining("select $1") } }, ["1"]],
  });
  library.error("Error: Failed query: select $1\nparams: s3cret\n    at x");
  expect(JSON.stringify(written["error"]?.mock.calls.at(-1))).not.toContain("s3cret");
  expect(JSON.stringify(fields)).not.toMatch(/s3cret|object Object/);
});
