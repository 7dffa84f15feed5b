import superjson from "superjson";
import type { BuildRange } from "../fixtures/build-queue.ts";
import type { Dataset } from "../fixtures/dataset.ts";
import type { Product } from "../harness/product.ts";

/** Systems under test, the product and its baselines, with their labels. */
export const SYSTEMS = {
  product: "product, all checks",
  fastify: "bare Fastify, same SQL",
  fastifySteps: "bare Fastify, begin/update/insert/commit",
  fastifyEmpty: "empty Fastify handler",
  next: "bare Next.js, same SQL",
  loop: "postgres.js loop, same SQL",
};

export type SystemName = keyof typeof SYSTEMS;

export interface Baseline {
  name: SystemName;
  /** Target: the product's rate at many connections, divided by the baseline's. */
  minRatio?: number;
  /** Requests per second that meet the target whatever the ratio is. */
  sufficientRate?: number;
}

/** Credentials and rows that the requests of one sample use. */
export interface Resources {
  dataset: Dataset;
  /** One API token for each tenant. */
  tokens: string[];
  /** One session of a member for each tenant, as a `Cookie` header. */
  cookies: string[];
  /** Entity tag of the first page of each app's builds. */
  tags: string[];
  buildSecret: string;
  /** Number of the sample, from 1. */
  serial: number;
  builds: BuildRange;
}

export interface CaseRequest {
  method?: "POST";
  path: string;
  headers: Record<string, string>;
  body?: string;
}

/** State of one connection, kept between the two requests of a pair. */
export type Pair = Record<string, unknown>;

/** One kind of request that the product and its baselines are compared by. */
export interface Case {
  title: string;
  endpoint: string;
  /** Advantage of the product over its baselines, which handle each request alone. */
  note?: string;
  /** In the order of the table. */
  baselines: Baseline[];
  /** Expected status, where it is not one of 2xx. */
  status?: 304;
  /** What responses must have in common, where it is not the field names of their JSON. */
  summarizeResponse?: (text: string) => string;
  /** Queued builds that one request uses up. */
  buildsPerRequest?: number;
  /** Request generator that all connections of a sample share. */
  createRequests: (resources: Resources) => (pair: Pair) => CaseRequest;
  /** Number of rows that requests leave behind, to verify that a sample did its work. */
  countWrites?: (product: Product) => Promise<number>;
  /** Finishes the background work that a sample caused, so that it does not slow down the next one. */
  cleanUp?: (product: Product) => Promise<void>;
}

export const jsonHeaders = { "content-type": "application/json" };

/** Path of one query as the dashboards' batching link sends it. */
export function batchPath(procedure: string, input: object): string {
  return `/api/trpc/${procedure}?batch=1&input=${encodeURIComponent(JSON.stringify({ 0: superjson.serialize(input) }))}`;
}
