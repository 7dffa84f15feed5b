import autocannon, { type Request, type Result } from "autocannon";
import { QUESTIONS } from "../questions/all.ts";
import type { Order, Outcome } from "./message.ts";

const LOOK_AT_CLOCK_MS = 20;

/** The process that calls: takes one order after the other and answers each with what it found. */
process.on("message", (order: Order) => {
  void fire(order).then((outcome) => process.send?.(outcome));
});

async function fire({ question, origin, prefix, connections, seconds, supply }: Order): Promise<Outcome> {
  const { calls, answer } = QUESTIONS[question];
  const before = process.cpuUsage();
  const result = await autocannon({
    url: origin,
    connections,
    duration: seconds,
    sampleInt: LOOK_AT_CLOCK_MS,
    requests: calls(supply).map((request) => below(prefix, request)),
  });
  const { user, system } = process.cpuUsage(before);
  const answered = answer ? (result.statusCodeStats[answer]?.count ?? 0) : result["2xx"];
  return {
    answered,
    took: result.duration,
    failure: describeFailure(result, answered),
    generatorBusy: (user + system) / 1_000_000 / result.duration,
  };
}

function below(prefix: string, request: Request): Request {
  if (prefix === "") return request;
  const { setupRequest = (same: Request) => same } = request;
  return {
    ...request,
    setupRequest: (given, context) => {
      const made = setupRequest(given, context);
      return { ...made, path: prefix + (made.path ?? "") };
    },
  };
}

/** Whatever was not answered as it should have been. */
function describeFailure(result: Result, answered: number): string | null {
  const { non2xx, errors, timeouts, statusCodeStats } = result;
  if (result["2xx"] + non2xx === answered && errors + timeouts === 0) return null;
  const statuses = Object.entries(statusCodeStats).map(([status, { count }]) => `${count} × ${status}`);
  return `${statuses.join(", ")}, ${errors} broken connections, ${timeouts} timeouts`;
}
