import { parseCronItems, type TaskList } from "graphile-worker";
import { systemContext } from "../context.ts";
import { purgeExpiredKeys } from "../idempotency/answer-once.ts";

/** Every job that the platform runs, by the name under which it is queued. */
export const TASKS: TaskList = {
  purge_expired_keys: () => purgeExpiredKeys(systemContext("jobs")),
};

/** What runs by the clock, in UTC. */
export const CRON_ITEMS = parseCronItems([
  { task: "purge_expired_keys", match: "17 * * * *", identifier: "purge_expired_keys" },
]);
