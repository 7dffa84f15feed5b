import autocannon, { type Result } from "autocannon";
import { QUESTIONS } from "../questions/all.ts";
import type { Order, Outcome } from "./message.ts";

const LOOK_AT_CLOCK_MS = 20;

/** The process that calls: takes one order after the other and answers each with what it found. */
process.on("message", (order: Order) => {
  void fire(order).then((outcome) => process.send?.(outcome));
});

async function fire({ question, origin, connections, seconds, supply }: Order): Promise<Outcome> {
  const before = process.cpuUsage();
  const result = await autocannon({
    url: origin,
    connections,
    duration: seconds,
    sampleInt: LOOK_AT_CLOCK_MS,
    requests: QUESTIONS[question].calls(supply),
  });
  const { user, system } = process.cpuUsage(before);
  return {
    answered: result["2xx"],
    took: result.duration,
    failure: describeFailure(result),
    generatorBusy: (user + system) / 1_000_000 / result.duration,
  };
}

function describeFailure({ non2xx, errors, timeouts, statusCodeStats }: Result): string | null {
  if (non2xx + errors + timeouts === 0) return null;
  const statuses = Object.entries(statusCodeStats).map(([status, { count }]) => `${count} × ${status}`);
  return `${statuses.join(", ")}, ${errors} broken connections, ${timeouts} timeouts`;
}
