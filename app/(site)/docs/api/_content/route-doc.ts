/** What the reference says about a route beyond what the route itself declares. Code in backticks. */
export interface RouteDoc {
  about: readonly string[];
  /** The rule of each field of the body and of the query; a test holds them to the schemas. */
  body?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string>>;
  answerHeaders?: Readonly<Record<string, string>>;
  example: RouteExample;
}

export interface RouteExample {
  /** The path with the ids of the demo. */
  path: string;
  headers?: Record<string, string>;
  body?: unknown;
  /** A file that is sent as it is. */
  file?: string;
  /** Text where the answer is no JSON. */
  answer: unknown;
}

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
