import { createBroadcast } from "../platform/broadcast.ts";
import { evictPages } from "./page-cache.ts";

/** Change notification: one build, or all of an app that was deleted. Subscribers read again. */
export interface BuildChange {
  tenantId: string;
  appId: string;
  /** Null for an app that was deleted. */
  buildId: string | null;
}

const broadcast = createBroadcast<BuildChange>(
  "drydock_build_changes",
  ({ appId, buildId }) => buildId ?? appId,
);

/** The changes as they happen in any process. */
export const watchBuildChanges = broadcast.watch;
/** Whether they would be heard of now. */
export const isReceivingBuildChanges = broadcast.isReceiving;

/** Broadcasts a change to every process. This process drops its cached pages at once, the others on receipt. */
export function announceBuildChange(change: BuildChange): void {
  evictPages(change);
  broadcast.announce(change);
}
