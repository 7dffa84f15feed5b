import { REASONS } from "@/server/listings/policy.ts";
import type { ListingMessage, ListingReviewView, ListingView } from "@/server/listings/view.ts";
import { demo } from "../../_content/quick-start";
import type { RouteDoc } from "./route-doc";

const listing: ListingView = {
  id: "0197a1f0-6b1e-7c3d-9a52-1f6d0c7be001",
  type: "APP_PLUGIN",
  name: "Offline Sync",
  slug: "offline-sync",
  version: "1.0.0",
  description: "Keeps forms on the device while there is no network.",
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
    comment: "Forms with photos stay on the device for ever. Everything else is fine.",
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
  by: "Dana Developer",
  text: "Photos are sent in pieces since 1.0.1. Is there anything else?",
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
      comment: "Forms with photos stay on the device for ever. Everything else is fine.",
      at: "2026-01-31T15:02:11.000Z",
    },
  ],
  messages: [message],
};

const own = `/api/marketplace/listings/${listing.id}`;

export const listingDocs = {
  "POST /api/marketplace/publish": {
    about: [
      "Makes a listing: one version of a plugin or theme that waits for a moderator in the state `PENDING_APPROVAL`.",
      "A slug belongs, within its type, to whoever registered or published it first. A version number is used once, whatever becomes of it, and must rank above every approved or pending version of its slug by the rules of semver.org.",
      "Unknown fields are ignored, and `null` is the same as absent.",
    ],
    body: {
      type: "`APP_PLUGIN`, `THEME` or `SYSTEM_PLUGIN`.",
      name: "One line of 1 to 80 characters.",
      slug: "3 to 64 characters: lower-case words of letters and digits joined by single hyphens, beginning with a letter.",
      version: "A semantic version, up to 128 characters, such as `1.4.0` or `2.0.0-beta.1`.",
      description: "Plain text, 1 to 5,000 characters.",
      changelog: "Markdown, up to 20,000 characters.",
      appPluginId: "Required for `APP_PLUGIN`, elsewhere left out: the id of a plugin of your tenant.",
      themeId: "Required for `THEME`, elsewhere left out: the id of a theme of your tenant.",
      systemPluginId: "Required for `SYSTEM_PLUGIN`, elsewhere left out: the id of a plugin of your tenant.",
      archiveSha256: "For plugins: the SHA-256 of an uploaded archive, as 64 lower-case hexadecimal digits.",
    },
    query: {
      dryRun:
        "`true` checks everything and stores nothing; the answer is 200 with the listing that would be, without an `id`.",
    },
    answerHeaders: { Location: "The path of the listing." },
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
      "While the listing waits, `review` says where it stands in the queue and how long decisions usually take. Once it is decided, `decision` holds the last act with its reason and comment.",
    ],
    example: { path: own, answer: rejected },
  },
  "GET /api/marketplace/listings/{listingId}/review": {
    about: [
      "What `GET /api/marketplace/listings/{listingId}` says in brief: the place in the queue and when a decision is due, the reason of the last decision with how to fix it, every act and every message, each oldest first. [All reasons](/docs/moderation) are listed there.",
    ],
    example: { path: `${own}/review`, answer: review },
  },
  "POST /api/marketplace/listings/{listingId}/messages": {
    about: [
      "Writes to the moderators: an answer to their question, or why a rejection should be looked at again. They are told, and answer in the same conversation. A listing that is withdrawn takes no messages, and none takes more than 200.",
    ],
    body: { text: "Plain text, 1 to 2,000 characters." },
    example: {
      path: `${own}/messages`,
      body: { text: message.text },
      answer: message,
    },
  },
  "POST /api/marketplace/listings/{listingId}/withdraw": {
    about: [
      "Takes a listing back that is pending, approved or suspended. Its version number stays used. The request has no body.",
    ],
    example: { path: `${own}/withdraw`, answer: withdrawn },
  },
} as const satisfies Record<string, RouteDoc>;
