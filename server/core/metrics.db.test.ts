import { describe, expect, it } from "vitest";
import { setUpPlatform } from "@/e2e/support/platform.ts";
import { database } from "./context.ts";
import { countCallback, countMail, metricsRegistry } from "./metrics.ts";

setUpPlatform();

describe("metricsRegistry", () => {
  it("exposes callbacks: attempts by outcome, their durations and pending deliveries", async () => {
    countCallback("delivered", 40);
    countCallback("refused", 400);
    countCallback("unanswered", 15_000);
    const text = await metricsRegistry().metrics();
    for (const line of [
      'drydock_callback_attempt_duration_seconds_count{outcome="delivered"} 1',
      'drydock_callback_attempt_duration_seconds_bucket{le="0.05",outcome="delivered"} 1',
      'drydock_callback_attempt_duration_seconds_count{outcome="refused"} 1',
      'drydock_callback_attempt_duration_seconds_count{outcome="unanswered"} 1',
      "drydock_database_up 1",
      "drydock_callbacks_pending 0",
      "drydock_callbacks_oldest_seconds 0",
    ]) {
      expect(text).toContain(line);
    }
  });

  it("exposes mails: attempts by outcome and those that wait", async () => {
    countMail("sent");
    countMail("postponed");
    countMail("postponed");
    const text = await metricsRegistry().metrics();
    expect(text).toContain('drydock_mail_attempts_total{outcome="sent"} 1');
    expect(text).toContain('drydock_mail_attempts_total{outcome="postponed"} 2');
    expect(text).toContain("drydock_mails_unsent 0");
  });

  it("exposes jobs as they are at this scrape: due, waiting for their time, and dead", async () => {
    const { sql } = database().systemDb;
    const scrape = () => metricsRegistry().metrics();
    expect(await scrape()).toContain("drydock_jobs_queued 0");
    await sql`select graphile_worker.add_job('purge', '{}'::json)`;
    await sql`select graphile_worker.add_job('purge', '{}'::json, run_at => now() + interval '1 hour')`;
    const [dead] = await sql`select id from graphile_worker.add_job('purge', '{}'::json)`;
    await sql`select graphile_worker.permanently_fail_jobs(array[${dead?.["id"]}::bigint])`;
    const text = await scrape();
    expect(text).toContain("drydock_jobs_queued 1");
    expect(text).toContain("drydock_jobs_dead 1");
  });
});
