import { demo } from "@/app/(site)/docs/_content/quick-start.ts";
import { REASONS } from "@/server/domains/listings/policy.ts";
import type { ListingMessage, ListingReviewView, ListingView } from "@/server/domains/listings/view.ts";
import type { RouteDoc } from "./route-doc";

const listing: ListingView = {
  id: "0197a1f0-6b1e-7c3d-9a52-1f6d0c7be001",
  type: "APP_PLUGIN",
  name: "Offline Sync",
  slug: "offline-sync",
  version: "1.0.0",
  description: "Saves forms and photos on the device while offline.",
  changelog: "First release.",
  appPluginId: demo.offlineSync,
  themeId: null,
  systemPluginId: null,
  archiveSha256: null,
  tenantId: demo.acme,
  status: "PENDING_APPROVAL",
  submittedAt: "2026-01-31T09:20:30.405Z",
  decidedAt: null,
  decision: null,
  review: { position: 7, pending: 7, typicalWaitSeconds: { p50: 21_600, p90: 86_400 } },
};

const rejected: ListingView = {
  ...listing,
  status: "REJECTED",
  decidedAt: "2026-01-31T15:02:11.000Z",
  decision: {
    action: "REJECTED",
    reason: "BROKEN",
    comment: "Forms with photos are never uploaded. Everything else works.",
  },
  review: null,
};

const withdrawn: ListingView = {
  ...listing,
  status: "WITHDRAWN",
  decidedAt: "2026-01-31T09:25:00.000Z",
  decision: { action: "WITHDRAWN", reason: null, comment: null },
  review: null,
};

const message: ListingMessage = {
  id: "0197a1f0-9d2e-7a4b-8c11-6e0f2b7ad002",
  from: "PUBLISHER",
  by: "Jonas",
  text: "Photos are uploaded in parts since 1.0.1. Is anything else missing?",
  sentAt: "2026-01-31T16:10:00.000Z",
};

const review: ListingReviewView = {
  listingId: listing.id,
  status: "REJECTED",
  review: null,
  dueAt: null,
  reason: { id: "BROKEN", ...REASONS.BROKEN },
  acts: [
    {
      action: "REJECTED",
      reason: "BROKEN",
      comment: "Forms with photos are never uploaded. Everything else works.",
      at: "2026-01-31T15:02:11.000Z",
    },
  ],
  messages: [message],
};

const own = `/api/marketplace/listings/${listing.id}`;

export const listingDocs = {
  "POST /api/marketplace/publish": {
    about: [
      "Creates a listing with the status `PENDING_APPROVAL`. The owner of the token needs a verified email.",
      "Slugs are unique per type. A version number can be used once and must be higher than every approved or pending version with the same major number.",
      "Unknown fields are ignored. `null` means absent.",
    ],
    body: {
      type: "`APP_PLUGIN`, `THEME` or `SYSTEM_PLUGIN`.",
      name: "1 to 80 characters.",
      slug: "3 to 64 characters: lowercase letters, digits and single hyphens, starting with a letter.",
      version: "Semantic version, up to 128 characters, such as `1.4.0` or `2.0.0-beta.1`.",
      description: "Plain text, 1 to 5,000 characters.",
      changelog: "Markdown, up to 20,000 characters.",
      appPluginId: "Required for `APP_PLUGIN` only: ID of an app plugin of your tenant.",
      themeId: "Required for `THEME` only: ID of a theme of your tenant.",
      systemPluginId: "Required for `SYSTEM_PLUGIN` only: ID of a system plugin of your tenant.",
      archiveSha256: "For plugins: SHA-256 of an uploaded archive, 64 lowercase hexadecimal digits.",
    },
    query: {
      dryRun: "`true` runs all checks, stores nothing and returns 200 with a listing without `id`.",
    },
    answerHeaders: { Location: "Path of the listing." },
    example: {
      path: "/api/marketplace/publish",
      headers: { "Idempotency-Key": "offline-sync-1.0.0" },
      body: {
        type: "APP_PLUGIN",
        name: listing.name,
        slug: listing.slug,
        version: listing.version,
        description: listing.description,
        changelog: listing.changelog,
        appPluginId: demo.offlineSync,
      },
      answer: listing,
    },
  },
  "GET /api/marketplace/listings/{listingId}": {
    about: [
      "While pending, `review` has the queue position and the typical wait. Once decided, `decision` has the last action with its reason and comment.",
    ],
    example: { path: own, answer: rejected },
  },
  "GET /api/marketplace/listings/{listingId}/review": {
    about: [
      "Queue position and due time, the last decision’s reason with its fix, all decisions and messages, oldest first. See [all reasons](/docs/moderation).",
    ],
    example: { path: `${own}/review`, answer: review },
  },
  "POST /api/marketplace/listings/{listingId}/messages": {
    about: ["A listing holds up to 200 messages; withdrawn listings accept none."],
    body: { text: "Plain text, 1 to 2,000 characters." },
    example: {
      path: `${own}/messages`,
      body: { text: message.text },
      answer: message,
    },
  },
  "POST /api/marketplace/listings/{listingId}/withdraw": {
    about: [
      "The listing must be pending, approved or suspended. Its version number can’t be reused. No body.",
    ],
    example: { path: `${own}/withdraw`, answer: withdrawn },
  },
} as const satisfies Record<string, RouteDoc>;
