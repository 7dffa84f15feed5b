import { reportBuild } from "../../../../../../report-build.ts";
import { pools } from "../../../../pools.js";

export async function POST(request) {
  return Response.json(await reportBuild(pools, await request.json()));
}
