import { type buildWorkers, PLATFORMS } from "../../schema/index.ts";
import type { DemoBuild } from "./queue.ts";

/** The workers of the builds, each seen from its first build to its last word. */
export function planWorkers(builds: readonly DemoBuild[]): (typeof buildWorkers.$inferSelect)[] {
  const ids = new Set(builds.flatMap(({ workerId }) => workerId ?? []));
  return [...ids].sort().map((id) => {
    const own = builds.filter(({ workerId }) => workerId === id);
    const times = own.flatMap(({ createdAt, startedAt, updatedAt }) => [
      (startedAt ?? createdAt).getTime(),
      updatedAt.getTime(),
    ]);
    return {
      id,
      platforms: PLATFORMS.filter((platform) => own.some((build) => build.platform === platform)),
      firstSeenAt: new Date(Math.min(...times)),
      lastSeenAt: new Date(Math.max(...times)),
    };
  });
}
