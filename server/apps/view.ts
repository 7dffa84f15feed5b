import type { BuildStatus, Platform } from "@/db/schema/vocabulary.ts";

export interface AppView {
  id: string;
  slug: string;
  name: string;
  platforms: Platform[];
  /** The number of its newest build; 0 when it was never built. */
  lastBuildNumber: number;
  createdAt: string;
  /** Since when it cannot be built; null while it can. */
  archivedAt: string | null;
}

/** An app with its newest build, as lists show it. */
export interface AppSummary extends AppView {
  newestBuild: { id: string; number: number; status: BuildStatus; createdAt: string } | null;
}
