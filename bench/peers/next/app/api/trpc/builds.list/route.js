import { queryBuilds } from "../../../../../query-builds.ts";
import { pools } from "../../../pools.js";

export async function GET(request) {
  return Response.json(await queryBuilds(pools, request.nextUrl.searchParams.get("input")));
}
