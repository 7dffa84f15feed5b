import { findClientNetwork } from "@/server/auth/rate-limits/client-address.ts";
import { DESIGN_TOKENS_MEDIA_TYPE } from "@/server/domains/items/themes/design-tokens.ts";
import { DownloadBody } from "@/server/http/download.ts";
import { route } from "@/server/http/route.ts";
import { downloadVersion } from "./download.ts";
import { DownloadKey, DownloadQuery } from "./input.ts";

export const getDownload = route({
  method: "GET",
  path: "/api/marketplace/downloads/{type}/{slug}/{version}",
  summary: "Download an approved version",
  credential: "none",
  isCrossOrigin: true,
  params: DownloadKey,
  query: DownloadQuery,
  status: 200,
  response: DownloadBody,
  otherMediaTypes: [DESIGN_TOKENS_MEDIA_TYPE, "text/css"],
  handle: ({ ctx, params, query, headers }) =>
    downloadVersion(ctx, params, { ...query, network: findClientNetwork(headers) }),
});
