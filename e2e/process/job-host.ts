import { startDispatcher } from "@/server/domains/notifications/callbacks/dispatcher.ts";
import { CRON_ITEMS, TASKS } from "@/server/jobs.ts";
import { startJobRunner } from "@/server/queue/runner.ts";

/** Job runner as a process that tests kill. */
startJobRunner(TASKS, CRON_ITEMS);
startDispatcher();
process.stdout.write("ready\n");
