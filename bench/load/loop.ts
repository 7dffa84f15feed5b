import { ANSWERS } from "../peers/answers.ts";
import { openPools, type Pools } from "../peers/pools.ts";
import { QUESTIONS } from "../questions/all.ts";
import type { Order, Outcome } from "./message.ts";

/**
 * Asks the database itself, as pgbench does: each connection one call after the other, with nothing but the driver in
 * between. Takes one order after the other and answers each with what it found.
 */
process.on("message", (order: Order) => {
  void run(order).then((outcome) => process.send?.(outcome));
});

async function run({ question, connections, seconds, supply }: Order): Promise<Outcome> {
  const { calls } = QUESTIONS[question];
  const answer = ANSWERS[question];
  const requests = calls(supply);
  const pools = await connectionsFor(connections);
  const began = performance.now();
  const ends = began + seconds * 1_000;
  const callUntilTheEnd = async (): Promise<number> => {
    const context = {};
    let answered = 0;
    while (performance.now() < ends) {
      const request = requests[answered % requests.length] ?? {};
      const { path = "", headers = {}, body = "" } = request.setupRequest?.(request, context) ?? request;
      await answer(pools, { path, headers, body });
      answered += 1;
    }
    return answered;
  };
  const counts = await Promise.allSettled(Array.from({ length: connections }, callUntilTheEnd));
  const took = (performance.now() - began) / 1_000;
  const failed = counts.find((count) => count.status === "rejected");
  return {
    answered: counts.reduce((sum, count) => sum + (count.status === "fulfilled" ? count.value : 0), 0),
    took,
    failure: failed ? String(failed.reason) : null,
    generatorBusy: 0,
  };
}

/**
 * As many connections as there are callers, all of them open. They see all tenants' rows until a scope is opened, and
 * stay open for the next run, since the server plans on each of them what it is asked there first.
 */
async function connectionsFor(callers: number): Promise<Pools> {
  const pools = opened.get(callers) ?? openPlatform(callers);
  opened.set(callers, pools);
  await Promise.all(Array.from({ length: callers }, () => pools.platform`select pg_sleep(0.05)`));
  return pools;
}

const opened = new Map<number, Pools>();

function openPlatform(size: number): Pools {
  const { platform } = openPools(process.env["DATABASE_URL"] ?? "", size);
  return { walled: platform, platform };
}
