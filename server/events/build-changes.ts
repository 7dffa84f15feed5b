import { createBroadcast } from "@/server/core/broadcast.ts";
import { evictPages } from "@/server/domains/builds/records/page-cache.ts";

/** Change notification: one build, or all of an app that was deleted. Subscribers read again. */
export interface BuildChange {
  tenantId: string;
  appId: string;
  /** Null for a deleted app. */
  buildId: string | null;
}

const broadcast = createBroadcast<BuildChange>(
  "drydock_build_changes",
  ({ appId, buildId }) => buildId ?? appId,
);

/** Changes of all processes. */
export const watchBuildChanges = broadcast.watch;
/** True while this process is connected to the changes of others. */
export const isReceivingBuildChanges = broadcast.isReceiving;

/** Broadcasts a change to every process. This process evicts its cached pages at once, the others on receipt. */
export function announceBuildChange(change: BuildChange): void {
  evictPages(change);
  broadcast.announce(change);
}
