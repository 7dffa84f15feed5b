import { createBroadcast } from "@/server/core/broadcast.ts";

/** Change notification for one build, or for all builds of a deleted app. Subscribers read the data again. */
export interface BuildChange {
  tenantId: string;
  appId: string;
  /** Null for a deleted app. */
  buildId: string | null;
}

export const buildChanges = createBroadcast<BuildChange>(
  "drydock_build_changes",
  ({ appId, buildId }) => buildId ?? appId,
);
