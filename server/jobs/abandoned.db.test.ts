import { expect, it } from "vitest";
import { setUpPlatform } from "@/e2e/test-platform.ts";
import { database, systemContext } from "../context.ts";
import { read } from "../mutate.ts";
import { releaseAbandoned } from "./abandoned.ts";
import { enqueue } from "./enqueue.ts";

setUpPlatform();

it("gives back what killed processes took, and leaves what runs", async () => {
  const { sql } = database().platform;
  await read(systemContext("test"), async (tx) => {
    for (const jobKey of ["killed", "running", "waiting"]) {
      await enqueue(tx, "purge_expired_keys", {}, { jobKey });
    }
  });
  await sql`update graphile_worker._private_jobs set locked_by = key, locked_at = now() - case key
    when 'killed' then interval '100 seconds' else interval '10 seconds' end where key <> 'waiting'`;
  await releaseAbandoned();
  const jobs = await sql`select key, locked_by from graphile_worker.jobs order by key`;
  expect(jobs).toEqual([
    { key: "killed", locked_by: null },
    { key: "running", locked_by: "running" },
    { key: "waiting", locked_by: null },
  ]);
});
