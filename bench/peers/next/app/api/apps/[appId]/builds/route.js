import { listBuilds, listBuildsUnlessKnown } from "../../../../../../list-builds.ts";
import { pools } from "../../../../pools.js";

export async function GET(request, { params }) {
  const { appId } = await params;
  const tenantId = request.headers.get("x-tenant-id");
  if (!request.headers.has("if-none-match")) return Response.json(await listBuilds(pools, tenantId, appId));
  const etag = await listBuildsUnlessKnown(pools, tenantId, appId);
  return new Response(null, { status: 304, headers: { etag } });
}
