import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { setUpPlatform } from "@/e2e/support/platform.ts";
import { toAppError } from "@/shared/errors.ts";
import { systemContext } from "./context.ts";
import { read } from "./transactions.ts";

setUpPlatform();

describe("text that PostgreSQL refuses is a client error", () => {
  it.each([
    ["NUL in a parameter", sql`select ${"a\0b"}::text`],
    ["NUL in JSON", sql`select ${JSON.stringify({ url: "a\0b" })}::text::jsonb -> 'url' ->> 0`],
  ])("%s", async (_, query) => {
    const thrown: unknown = await read(systemContext("test"), (tx) => tx.execute(query)).catch(
      (error) => error,
    );
    expect(toAppError(thrown)).toMatchObject({ code: "VALIDATION_FAILED" });
  });
});
