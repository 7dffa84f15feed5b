import { database } from "@/server/core/context.ts";

/** Job that failed for the last time. @returns its id */
export async function createDeadJob(task: string, error = "it failed"): Promise<string> {
  const { sql } = database().systemDb;
  const [job] = await sql<
    { id: string }[]
  >`select id::text from graphile_worker.add_job(${task}, '{}'::json)`;
  await sql`select graphile_worker.permanently_fail_jobs(array[${job?.id ?? ""}::bigint], ${error})`;
  return job?.id ?? "";
}
