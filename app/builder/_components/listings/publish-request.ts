import type { ApiCall } from "../../../_ui/actions/curl";

/** The request that publishes a first version, to be filled in by whoever pastes it. */
export const publishRequest = (tenantId: string): ApiCall => ({
  method: "POST",
  path: "/api/marketplace/publish",
  tenantId,
  body: {
    type: "APP_PLUGIN",
    name: "Offline sync",
    slug: "offline-sync",
    version: "1.0.0",
    description: "What it does, in a sentence or two.",
    appPluginId: "THE-ID-OF-YOUR-APP-PLUGIN",
  },
});
