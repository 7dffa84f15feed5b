import { publish } from "../../../../../publish.ts";
import { pools } from "../../../pools.js";

export async function POST(request) {
  const tenantId = request.headers.get("x-tenant-id");
  return Response.json(await publish(pools, tenantId, await request.json()), { status: 201 });
}
