import { checkToken } from "../../../../check-token.ts";
import { pools } from "../../pools.js";

export async function GET(request) {
  return Response.json(await checkToken(pools, request.headers.get("authorization") ?? ""));
}
