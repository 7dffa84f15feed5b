import type { ApiCall } from "../../../_ui/actions/curl";

/** The request that registers a plugin, to be filled in by whoever pastes it. */
export const registerRequest = (tenantId: string): ApiCall => ({
  method: "POST",
  path: "/api/marketplace/entities",
  tenantId,
  body: { type: "APP_PLUGIN", slug: "offline-sync", name: "Offline Sync" },
});
