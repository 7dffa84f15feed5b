import { watchClock } from "@/server/core/watch-clock.ts";
import { startLeaseMonitor } from "@/server/domains/builds/leases/lease-monitor.ts";
import { startDispatcher } from "@/server/domains/notifications/callbacks/dispatcher.ts";
import { CRON_ITEMS, TASKS } from "@/server/jobs.ts";
import { startJobRunner } from "@/server/queue/runner.ts";

/** Job runner as a process that tests kill. */
await watchClock();
startJobRunner(TASKS, CRON_ITEMS);
startDispatcher();
startLeaseMonitor();
process.stdout.write("ready\n");
