import { searchMarketplace } from "../../../../../search-marketplace.ts";
import { pools } from "../../../pools.js";

export async function GET(request) {
  return Response.json(await searchMarketplace(pools, request.nextUrl.searchParams.get("input")));
}
