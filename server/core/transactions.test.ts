import { describe, expectTypeOf, it } from "vitest";
import type { Transaction } from "@/db/client.ts";
import type { read, writeUnaudited } from "./transactions.ts";

type Given<T extends (ctx: never, run: never) => unknown> = Parameters<Parameters<T>[1]>[0];

describe("a reading transaction", () => {
  it("has no writes, a transaction has", () => {
    expectTypeOf<Given<typeof read>>().not.toHaveProperty("insert");
    expectTypeOf<Given<typeof read>>().not.toHaveProperty("update");
    expectTypeOf<Given<typeof read>>().not.toHaveProperty("delete");
    expectTypeOf<Given<typeof writeUnaudited>>().toEqualTypeOf<Transaction>();
  });
});
