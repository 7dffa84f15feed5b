export const REFERENCE_PATH = "/docs/api";

interface Addressed {
  method: string;
  path: string;
}

/** How a route is named in tables of content and tests: `POST /api/marketplace/publish`. */
export const routeName = ({ method, path }: Addressed): string => `${method} ${path}`;

/** The anchor of a route on the reference page: `post-marketplace-publish`. */
export function routeAnchor({ method, path }: Addressed): string {
  const words = path.replace("/api/", "").match(/[A-Za-z0-9]+/g) ?? [];
  return [method, ...words].join("-").toLowerCase();
}

export const routePath = (route: Addressed): string => `${REFERENCE_PATH}#${routeAnchor(route)}`;
