import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { startEmbedded } from "../db/embedded/embedded-postgres.ts";
import { createTenant } from "../db/factories.ts";
import { migrate } from "../db/migrate.ts";
import { deliverStripe } from "../e2e/billing/deliver.ts";
import { readOutcome } from "../e2e/billing/outcome.ts";
import { deliverStorm, differences, planStorm, seeded } from "../e2e/billing/storm.ts";
import { STRIPE_SECRETS } from "../e2e/billing/stripe-events.ts";
import { database } from "../server/context.ts";
import { completeEnv } from "../server/env.ts";
import { startJobRunner } from "../server/jobs/runner.ts";

/**
 * `npm run bench:billing [deliveries]`: a storm of Stripe's deliveries, with duplicates and out of order, against the
 * webhook and the jobs on a throw-away PostgreSQL. Says whether the tables hold what the events come to.
 */
const deliveries = Number(process.argv[2] ?? 20_000);
const dataDir = mkdtempSync(join(tmpdir(), "drydock-storm-"));
const server = await startEmbedded({ dataDir, log: () => undefined, isDurable: true });
try {
  await migrate(server.url);
  completeEnv({
    DATABASE_URL: server.url,
    DRYDOCK_EMBEDDED: "true",
    STRIPE_WEBHOOK_SECRET: STRIPE_SECRETS.join(),
  });
  const tenants = await Promise.all(Array.from({ length: 5 }, () => createTenant(database().systemDb.orm)));
  const storm = planStorm(
    tenants.map(({ id }) => id),
    deliveries,
    seeded(7),
  );
  const jobs = startJobRunner();
  const startedAt = performance.now();
  const memory = watchMemory();
  const fresh = await deliverStorm(storm, deliverStripe, 16);
  const deliveredAt = performance.now();
  await settled();
  const settledAt = performance.now();
  const outcome = await readOutcome();
  await jobs.stop();
  const wrong = differences(storm, outcome);
  print(`${deliveries} deliveries of ${storm.deliveries.length} events, ${fresh} of them new`);
  print(
    `delivered in ${seconds(deliveredAt - startedAt)}, settled ${seconds(settledAt - deliveredAt)} later`,
  );
  print(`states ${JSON.stringify(outcome.states)}`);
  print(`heap in MiB: ${memory().join(" ")}`);
  print(wrong.length === 0 ? "the tables hold what the events come to" : wrong.slice(0, 20).join("\n"));
  process.exitCode = wrong.length === 0 && fresh === storm.deliveries.length ? 0 : 1;
} finally {
  await database().close();
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
}

async function settled(): Promise<void> {
  for (;;) {
    const { states } = await readOutcome();
    if (!states["RECEIVED"] && !states["WAITING"]) return;
    await delay(1_000);
  }
}

/** The heap in use, every five seconds. */
function watchMemory(): () => number[] {
  const samples: number[] = [];
  const timer = setInterval(() => samples.push(Math.round(process.memoryUsage().heapUsed / 2 ** 20)), 5_000);
  return () => {
    clearInterval(timer);
    return samples;
  };
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
