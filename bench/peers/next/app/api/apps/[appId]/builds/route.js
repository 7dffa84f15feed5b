import { listBuilds } from "../../../../../../list-builds.ts";
import { pools } from "../../../../pools.js";

export async function GET(request, { params }) {
  const { appId } = await params;
  return Response.json(await listBuilds(pools, request.headers.get("x-tenant-id"), appId));
}
