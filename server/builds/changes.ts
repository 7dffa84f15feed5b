import { createBroadcast } from "../broadcast.ts";

/** A build that changed; whoever shows it reads it again. */
export interface BuildChange {
  tenantId: string;
  appId: string;
  buildId: string;
}

/** Tells every process that a build changed, and the changes as they happen in any process. */
export const { announce: announceBuild, watch: watchBuilds } = createBroadcast<BuildChange>(
  "drydock_build_changes",
  ({ buildId }) => buildId,
);
