import { DOCS } from "@/app/_paths/docs.ts";
/** Documentation of a route beyond its declaration. Code is in backticks. */
export interface RouteDoc {
  about: readonly string[];
  /** Rule of each field of the body and the query; a test compares them with the schemas. */
  body?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string>>;
  answerHeaders?: Readonly<Record<string, string>>;
  example: RouteExample;
}

export interface RouteExample {
  /** Path with ids of the demo data. */
  path: string;
  headers?: Record<string, string>;
  body?: unknown;
  /** Path of a file that is the body. */
  file?: string;
  /** A string where the response is not JSON. */
  answer: unknown;
}

interface Addressed {
  method: string;
  path: string;
}

/** Name of a route in tables of contents and tests: `POST /api/marketplace/publish`. */
export const routeName = ({ method, path }: Addressed): string => `${method} ${path}`;

/** Anchor of a route on the reference page: `post-marketplace-publish`. */
export function routeAnchor({ method, path }: Addressed): string {
  const words = path.replace("/api/", "").match(/[A-Za-z0-9]+/g) ?? [];
  return [method, ...words].join("-").toLowerCase();
}

export const routePath = (route: Addressed): string => `${DOCS.reference.path}#${routeAnchor(route)}`;
