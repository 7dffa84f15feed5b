import { request } from "undici";

/** A part of a route as Next's router names it: its name, or a parameter and its value. */
export type Segment = string | [parameter: string, value: string, kind: "d", null];

const PAGE: Segment = "__PAGE__";

/** What a browser sends when somebody follows a link from one page of a tenant's Builder to another. */
export interface Link {
  url: string;
  headers: Record<string, string>;
}

/** @param page the segments below the tenant's, without the page itself */
export async function linkTo(origin: string, tenant: string, page: Segment[], cookie: string): Promise<Link> {
  const headers = {
    cookie,
    rsc: "1",
    "next-url": `/builder/${tenant}`,
    "next-router-state-tree": encodeURIComponent(JSON.stringify(routerState(tenant, page))),
  };
  const path = ["builder", tenant, ...page.map((segment) => (Array.isArray(segment) ? segment[1] : segment))];
  // The address carries a hash of these headers, and who asks without it is told where it is.
  const answer = await request(new URL(path.join("/"), origin), { headers });
  await answer.body.dump();
  const { location } = answer.headers;
  if (typeof location !== "string")
    throw new Error(`${path.join("/")} told no address: ${answer.statusCode}`);
  return { url: new URL(location, origin).href, headers };
}

/** Asks for the page alone: the layouts around it are there already. */
function routerState(tenant: string, page: Segment[]) {
  const [first, ...below] = [...page, PAGE];
  const inner = below.reduceRight<object>((children, segment) => ({ children: [segment, children] }), {});
  const wanted = [first, inner, null, "refetch"];
  const ofTenant = [["tenant", tenant, "d", null], { children: wanted }];
  return ["", { children: ["builder", { children: ofTenant }] }, null, null, 16];
}
