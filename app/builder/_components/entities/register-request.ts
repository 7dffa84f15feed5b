import type { ListingType } from "@/db/schema/vocabulary.ts";
import type { ApiCall } from "../../../_ui/actions/curl";

const EXAMPLES = {
  APP_PLUGIN: { slug: "offline-sync", name: "Offline Sync" },
  SYSTEM_PLUGIN: { slug: "audit-export", name: "Audit Export" },
  THEME: { slug: "nordic-night", name: "Nordic Night" },
} satisfies Record<ListingType, object>;

/** The request that registers a plugin or theme, to be filled in by whoever pastes it. */
export const registerRequest = (tenantId: string, type: ListingType): ApiCall => ({
  method: "POST",
  path: "/api/marketplace/entities",
  tenantId,
  body: { type, ...EXAMPLES[type] },
});
