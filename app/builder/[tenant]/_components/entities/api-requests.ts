import type { ApiCall } from "@/app/_components/api-calls/curl.ts";
import { type ListingType, REFERENCE_FIELD } from "@/shared/vocabulary.ts";

interface Entity {
  id: string;
  type: ListingType;
  name: string;
  slug: string;
}

const EXAMPLE_PLUGIN: Entity = {
  id: "THE-ID-OF-YOUR-APP-PLUGIN",
  type: "APP_PLUGIN",
  name: "Offline sync",
  slug: "offline-sync",
};

/** Example request that publishes a version of a plugin or theme. */
export const publishRequest = (tenantId: string, { id, type, name, slug } = EXAMPLE_PLUGIN): ApiCall => ({
  method: "POST",
  path: "/api/marketplace/publish",
  tenantId,
  body: {
    type,
    name,
    slug,
    version: "1.0.0",
    description: "What it does.",
    [REFERENCE_FIELD[type]]: id,
  },
});

const EXAMPLES = {
  APP_PLUGIN: { slug: "offline-sync", name: "Offline Sync" },
  SYSTEM_PLUGIN: { slug: "audit-export", name: "Audit Export" },
  THEME: { slug: "nordic-night", name: "Nordic Night" },
} satisfies Record<ListingType, object>;

/** Example request that registers a plugin or theme. */
export const registerRequest = (tenantId: string, type: ListingType): ApiCall => ({
  method: "POST",
  path: "/api/marketplace/entities",
  tenantId,
  body: { type, ...EXAMPLES[type] },
});
