import type { BuildStatus, Platform } from "@/db/schema/vocabulary.ts";

/** A build worker as Super Admins see it. One that never asked for builds tells no platforms. */
export interface WorkerView {
  id: string;
  platforms: Platform[];
  firstSeenAt: string | null;
  lastSeenAt: string | null;
  /** What it builds now; more than one only when it has lost some of them. */
  current: {
    id: string;
    number: number;
    platform: Platform;
    status: BuildStatus;
    stalled: boolean;
    startedAt: string | null;
    app: { id: string; name: string };
    tenant: { slug: string; name: string };
  }[];
  /** How many of its last builds the rate is of, cancelled ones left out. */
  finished: number;
  /** Of 1; null before its first build ended. */
  successRate: number | null;
}
