import { sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, it } from "vitest";
import { captureLog } from "@/e2e/support/log.ts";
import { setUpPlatform } from "@/e2e/support/platform.ts";
import { database, systemContext } from "@/server/core/context.ts";
import { read, writeUnaudited } from "@/server/core/transactions.ts";
import { CRON_ITEMS, TASKS } from "../jobs.ts";
import { enqueue } from "./enqueue.ts";
import { type JobRunner, startJobRunner } from "./runner.ts";

setUpPlatform();

const SECRET = "whsec_value_of_a_query";
let runner: JobRunner;
const written = captureLog();
beforeEach(() => {
  const purge = async () => {
    await read(systemContext("test"), (tx) => tx.execute(sql`select ${SECRET}::text::integer`));
  };
  runner = startJobRunner({ ...TASKS, purge_expired_keys: purge }, CRON_ITEMS);
});
afterEach(() => runner.stop());

it("keeps the values of a failed job's query out of its row and of the log", async () => {
  await writeUnaudited(systemContext("test"), (tx) =>
    enqueue(tx, "purge_expired_keys", {}, { jobKey: "failing" }),
  );
  const lastError = async (): Promise<string> => {
    const [job] = await database().systemDb.sql`
      select last_error from graphile_worker._private_jobs where key = 'failing'`;
    return String(job?.["last_error"] ?? "");
  };
  await expect.poll(lastError).toContain("22P02");
  expect(await lastError()).toMatch(/^Failed query: select \$1/);
  expect(await lastError()).not.toContain(SECRET);
  const failures = written.filter((line) => line.includes("Failed task"));
  expect(failures.join("")).toContain("PostgreSQL error 22P02");
  expect(written.join("")).not.toContain(SECRET);
});
