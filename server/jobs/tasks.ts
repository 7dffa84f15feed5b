import { type JobHelpers, parseCronItems } from "graphile-worker";
import { systemContext } from "../context.ts";
import { purgeExpiredKeys } from "../idempotency/answer-once.ts";
import type { Tasks } from "./payloads.ts";

/** Every job that the platform runs, by the name under which it is queued. One that throws runs again later. */
export const TASKS: { [T in keyof Tasks]: (payload: Tasks[T], helpers: JobHelpers) => Promise<void> } = {
  purge_expired_keys: () => purgeExpiredKeys(systemContext("jobs")),
};

/** What runs by the clock, in UTC. */
export const CRON_ITEMS = parseCronItems([
  { task: "purge_expired_keys", match: "17 * * * *", identifier: "purge_expired_keys" },
]);
