import { DownloadBody } from "../http/download.ts";
import { route } from "../http/route.ts";
import { downloadArchive } from "./download.ts";
import { DownloadKey } from "./input.ts";

export const getDownload = route({
  method: "GET",
  path: "/api/marketplace/downloads/{type}/{slug}/{version}",
  summary: "Download the archive of an approved version",
  credential: "none",
  isCrossOrigin: true,
  params: DownloadKey,
  status: 200,
  response: DownloadBody,
  handle: ({ ctx, params }) => downloadArchive(ctx, params),
});
