import { startJobRunner } from "../../server/queue/runner.ts";

/** The product's job runner as a process of its own, to be killed. */
startJobRunner();
process.stdout.write("ready\n");
