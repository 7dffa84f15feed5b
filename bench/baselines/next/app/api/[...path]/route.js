import { openPools } from "../../../../database.ts";
import { publish } from "../../../../publish.ts";
import { checkToken, listBuilds, tagBuilds } from "../../../../reads.ts";
import { queryBuilds, searchMarketplace } from "../../../../replay.ts";
import { reportBuild } from "../../../../report-build.ts";

const pools = openPools();

export async function POST(request) {
  const body = await request.json();
  switch (request.nextUrl.pathname) {
    case "/api/builds/webhook/status":
      return Response.json(await reportBuild(pools, body));
    case "/api/marketplace/publish":
      return Response.json(await publish(pools, request.headers.get("x-tenant-id"), body), { status: 201 });
    default:
      return new Response(null, { status: 404 });
  }
}

export async function GET(request) {
  const { pathname, searchParams } = request.nextUrl;
  switch (pathname) {
    case "/api/me":
      return Response.json(await checkToken(pools, request.headers.get("authorization") ?? ""));
    case "/api/trpc/builds.list":
      return Response.json(await queryBuilds(pools, searchParams.get("input")));
    case "/api/trpc/marketplace.search":
      return Response.json(await searchMarketplace(pools, searchParams.get("input")));
    default:
      return getBuilds(request);
  }
}

async function getBuilds({ nextUrl, headers }) {
  const [tenantId, appId] = [headers.get("x-tenant-id"), nextUrl.pathname.split("/")[3]];
  if (!headers.has("if-none-match")) return Response.json(await listBuilds(pools, tenantId, appId));
  return new Response(null, { status: 304, headers: { etag: await tagBuilds(pools, tenantId, appId) } });
}
