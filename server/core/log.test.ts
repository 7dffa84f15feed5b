import { DrizzleQueryError } from "drizzle-orm";
import { expect, it } from "vitest";
import { describeError } from "./log.ts";

it("keeps a failed query and its cause, but none of its values", () => {
  const error = new DrizzleQueryError(
    "insert into users values ($1)",
    ["s3cret"],
    new Error("no space left"),
  );
  const text = JSON.stringify(describeError(error));
  expect(text).toContain("insert into users");
  expect(text).toContain("no space left");
  expect(text).not.toContain("s3cret");
});

it("finds the query behind the errors that it led to", () => {
  const failed = new DrizzleQueryError("select $1", ["s3cret"], new Error("no space left"));
  const text = JSON.stringify(
    describeError(new Error("a page failed", { cause: new Error("and so", { cause: failed }) })),
  );
  expect(text).toContain("no space left");
  expect(text).not.toContain("s3cret");
});

it("keeps what other errors say", () => {
  expect(describeError(new TypeError("x is not a function"))).toMatchObject({
    type: "TypeError",
    message: "x is not a function",
  });
});
