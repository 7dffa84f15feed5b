import type { BuildStatus, Platform } from "@/db/schema/vocabulary.ts";

export interface AppView {
  id: string;
  slug: string;
  name: string;
  platforms: Platform[];
}

/** An app with its newest build, as lists show it. */
export interface AppSummary extends AppView {
  newestBuild: { id: string; number: number; status: BuildStatus; createdAt: string } | null;
}
