import { CRON_ITEMS, TASKS } from "../../server/jobs.ts";
import { startDispatcher } from "../../server/notifications/dispatcher.ts";
import { startJobRunner } from "../../server/queue/runner.ts";

/** The product's job runner as a process of its own, to be killed. */
startJobRunner(TASKS, CRON_ITEMS);
startDispatcher();
process.stdout.write("ready\n");
