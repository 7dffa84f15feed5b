import { describe, expect, it } from "vitest";
import { setUpPlatform } from "@/e2e/support/platform.ts";
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
});
