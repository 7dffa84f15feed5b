import { createBroadcast } from "../platform/broadcast.ts";
import { forgetPages } from "./page-cache.ts";

/** A build that changed; whoever shows it reads it again. */
export interface BuildChange {
  tenantId: string;
  appId: string;
  buildId: string;
}

const broadcast = createBroadcast<BuildChange>("drydock_build_changes", ({ buildId }) => buildId);

/** The changes as they happen in any process. */
export const watchBuilds = broadcast.watch;
/** Whether they would be heard of now. */
export const hearsOfBuilds = broadcast.hears;

/** Tells every process that a build changed. Whoever asks this one from now on is told of the change. */
export function announceBuild(change: BuildChange): void {
  forgetPages(change);
  broadcast.announce(change);
}
