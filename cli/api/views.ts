/** The answers of the API that the program reads, as `/docs/api` describes them. */

export type ListingType = "APP_PLUGIN" | "SYSTEM_PLUGIN" | "THEME";
export type ListingStatus = "PENDING_APPROVAL" | "APPROVED" | "REJECTED" | "WITHDRAWN" | "SUSPENDED";

export interface Listing {
  id: string;
  type: ListingType;
  name: string;
  slug: string;
  version: string;
  description: string;
  changelog: string | null;
  appPluginId: string | null;
  themeId: string | null;
  systemPluginId: string | null;
  archiveSha256: string | null;
  tenantId: string;
  status: ListingStatus;
  submittedAt: string;
  decidedAt: string | null;
  decision: { action: ListingStatus; reason: string | null; comment: string | null } | null;
  review: {
    position: number;
    pending: number;
    typicalWaitSeconds: { p50: number; p90: number } | null;
  } | null;
}

/** What the moderation of a listing has to say beyond its state. */
export interface Review {
  dueAt: string | null;
  reason: { id: string; title: string; help: string | null } | null;
  messages: Message[];
}

export interface Message {
  id: string;
  from: "PUBLISHER" | "MODERATOR";
  by: string | null;
  text: string;
  sentAt: string;
}

export interface Entity {
  id: string;
  type: ListingType;
  slug: string;
  name: string;
}

export interface Me {
  user: { id: string; email: string; name: string };
  tenant: { id: string; slug: string; name: string };
  permissions: string[];
  expiresAt: string;
}

export type BuildStatus = "QUEUED" | "IN_PROGRESS" | "COMPLETED" | "FAILED";
export const BUILD_STATUSES = [
  "QUEUED",
  "IN_PROGRESS",
  "COMPLETED",
  "FAILED",
] as const satisfies BuildStatus[];
export const PLATFORMS = ["ANDROID", "IOS"] as const;

export interface Build {
  id: string;
  appId: string;
  number: number;
  platform: (typeof PLATFORMS)[number];
  version: string;
  status: BuildStatus;
  artifactPath: string | null;
  errorLog: string | null;
  sizeBytes: string | null;
  workerId: string | null;
  stalled: boolean;
  createdAt: string;
  startedAt: string | null;
  finishedAt: string | null;
}

export interface BuildPage {
  builds: Build[];
  nextCursor: string | null;
}

/** A refusal (RFC 9457). */
export interface ProblemDocument {
  code: string;
  detail: string;
  requestId?: string;
  errors?: { path: string; message: string }[];
}
