import { DrizzleQueryError } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { describeError } from "./log.ts";
import { safeMessageChain } from "./safe-error.ts";

const SECRET = "sk_live_9f8e7d6c";
const failedQuery = (cause: Error) => new DrizzleQueryError("insert into keys values ($1)", [SECRET], cause);
const databaseError = (fields: object) =>
  Object.assign(new Error("it failed"), { severity: "ERROR", code: "23505", routine: "x", ...fields });
describe("a logged error", () => {
  it.each([
    ["of a query", failedQuery(new Error("no space left"))],
    ["that repeats a query's message", new Error(failedQuery(new Error("x")).message)],
    ["with a query among its causes", new Error("a page failed", { cause: failedQuery(new Error("x")) })],
    ["with a query among several", new AggregateError([failedQuery(new Error("x"))], "all failed")],
    ["of a unique violation", databaseError({ detail: `Key (token)=(${SECRET}) already exists.` })],
    ["of a function", databaseError({ where: `SQL statement "select '${SECRET}'"` })],
    ["of a value that is no number", databaseError({ code: "22P02", message: `invalid input: "${SECRET}"` })],
    ["with its parameters", Object.assign(new Error("x"), { parameters: [SECRET], args: [SECRET] })],
    ["whose value looks like a stack frame", failedQuery(databaseError({ detail: `\n    at ${SECRET}` }))],
  ])("%s holds no value", (_, error) => {
    expect(JSON.stringify(describeError(error))).not.toContain(SECRET);
    expect(safeMessageChain(error)).not.toContain(SECRET);
  });

  it("of a parameter that is no text holds no value", () => {
    let thrown: unknown;
    try {
      // Error that a database client throws when it measures a parameter.
      Buffer.byteLength(4_111_111_111_111_111 as never);
    } catch (error) {
      thrown = error;
    }
    expect(String(thrown)).toContain("4111");
    const error = failedQuery(thrown as Error);
    expect(JSON.stringify(describeError(error))).not.toContain("4111");
    expect(safeMessageChain(error)).toMatch(
      /must be of type string or an instance of Buffer or ArrayBuffer\.$/,
    );
  });

  it("keeps code, constraint, statement and stack", () => {
    const error = failedQuery(databaseError({ constraint_name: "keys_pkey" }));
    expect(safeMessageChain(error)).toBe("Failed query: insert into keys values ($1): it failed");
    const text = JSON.stringify(describeError(databaseError({ constraint_name: "keys_pkey" })));
    expect(text).toMatch(/23505.*keys_pkey|keys_pkey.*23505/);
    expect(JSON.stringify(describeError(error))).toContain("safe-error.test.ts");
  });
});
