import { expect, it } from "vitest";
import { AUDIT_ACTIONS } from "@/server/core/audit.ts";
import { ACTIVITY_ACTIONS } from "./policy.ts";

/** Changes of accounts and of the platform, internal moderation, and what workers, providers and jobs report. */
const HIDDEN = [
  /^(billing_event|channel|delivery|failure_notice|featured_item|item_report|job|mail|saved_reply|user|worker)\./,
  /^(archive|theme)\.collect(_preview)?$/,
  /^build\.(abandon|claim|fail|release|report|store_artifact)$/,
  /^listing\.(check|note|recheck|take_over)$/,
  /^rollout\.(advance|complete|supersede)$/,
];

it("the activity log of a workspace shows every action but the hidden ones", () => {
  const shown = AUDIT_ACTIONS.filter((action) => !HIDDEN.some((pattern) => pattern.test(action)));
  expect([...ACTIVITY_ACTIONS].toSorted()).toEqual(shown.toSorted());
});
