import { env } from "@/server/core/env/env.ts";

/** Duration of a worker's lease on a build. */
export const leaseMs = (): number => env().BUILD_LEASE_SECONDS * 1_000;

/** End of a lease that begins at `now`. A stalled build fails a lease duration after its lease. */
export const leaseEnd = (now: Date): Date => new Date(now.getTime() + leaseMs());
