import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { getRequestListener, RequestError } from "@hono/node-server";
import { TrieRouter } from "hono/router/trie-router";
import { toAppError } from "@/shared/errors.ts";
import { forwardRequestOrigin, setClientAddress } from "./auth/rate-limits/client-address.ts";
import { database } from "./core/context.ts";
import { env } from "./core/env/env.ts";
import { newId } from "./core/ids.ts";
import { announceShutdown, signalShutdown } from "./core/lifecycle.ts";
import { captureConsole, log } from "./core/log.ts";
import { watchClock } from "./core/watch-clock.ts";
import { startLeaseMonitor } from "./domains/builds/leases/lease-monitor.ts";
import { subscribeToBuildChanges } from "./domains/builds/poll.ts";
import { startDispatcher } from "./domains/notifications/callbacks/dispatcher.ts";
import { subscribeToMarketplaceChanges } from "./events/marketplace-changes.ts";
import {
  handlerFor,
  otherMethodsHandlers,
  type RouteHandlers,
  serverOptionsHandlers,
  uniformHandlers,
} from "./http/methods.ts";
import { isDecodable, memoizeByUrl, requestPath } from "./http/parse-input.ts";
import { problemResponse } from "./http/problem.ts";
import { writeResponse } from "./http/response.ts";
import { compressResponse } from "./http/server/compression.ts";
import {
  rejectConnect,
  rejectMalformedRequest,
  rejectUnparsableRequest,
  trackResponses,
} from "./http/server/malformed-requests.ts";
import { parseRequestTarget } from "./http/server/request-target.ts";
import {
  HEADERS_CHECK_INTERVAL_MS,
  HEADERS_TIMEOUT_MS,
  limitRequestTime,
  REQUEST_TIMEOUTS,
} from "./http/server/request-timeout.ts";
import { addSecurityHeaders, addServerTiming } from "./http/server/security-headers.ts";
import { TRPC_PATH } from "./http/trpc/handler.ts";
import { CRON_ITEMS, TASKS } from "./jobs.ts";
import { logPageAccess } from "./pages/page-access-log.ts";
import { admitPageRequest } from "./pages/page-limit.ts";
import { type PageProxy, startPageProxy } from "./pages/page-proxy.ts";
import { startJobRunner } from "./queue/runner.ts";
import { NOT_FOUND_HANDLERS, ROUTE_HANDLERS } from "./rest.ts";
import { TRPC } from "./router.ts";

export interface RunningServer {
  /**
   * Is not ready for `SHUTDOWN_DELAY_SECONDS` while it still serves, then stops accepting requests, lets running ones finish
   * for up to 10 s, and closes the remaining connections.
   */
  close: () => Promise<void>;
}

const API_PREFIX = "/api/";
const NEXT_SERVES = /^\/api\/(auth|uploads|previews|pictures|exports|reports|mail)\//;
/** Path at which Next serves its error page, with status 500. */
const NEXT_ERROR_PAGE = /^\/_global-error(?:[./]|$)/;
/** Methods that Next serves. It answers 500 to some others. */
const PAGE_METHODS = ["GET", "HEAD"];
const API_METHODS = [...PAGE_METHODS, "POST", "PUT", "PATCH", "DELETE"];
const DRAIN_TIMEOUT_MS = 10_000;

/** Routes of a process that only runs jobs. */
const STATUS_PATHS = ["/api/health", "/api/ready", "/api/metrics"];

interface ServeOptions {
  port: number;
  host: string;
  dev: boolean;
  /** Pages that the launcher has started. */
  pages?: Promise<PageProxy>;
}

/**
 * HTTP server and job runner of one process, by `ROLES`. REST and tRPC are handled here, all else by Next. In development
 * Next serves REST too, so that routes reload, and `server/start.ts` runs jobs in a process of their own.
 */
export async function serve(options: ServeOptions): Promise<RunningServer> {
  const { ROLES } = env();
  if (!options.dev) captureConsole();
  const [pages, clock] = await Promise.all([
    ROLES.includes("web") ? (options.pages ?? startPageProxy(options)) : null,
    watchClock(),
  ]);
  const server = createHttpServer(options, pages);
  await listen(server, options);
  // Starts the heartbeats, so that others notice when this process is killed with unsent messages.
  subscribeToBuildChanges();
  subscribeToMarketplaceChanges();
  const workers =
    ROLES.includes("jobs") && !options.dev
      ? [startJobRunner(TASKS, CRON_ITEMS), startDispatcher(), startLeaseMonitor()]
      : [];
  return {
    close: async () => {
      announceShutdown();
      const stopping = Promise.all(workers.map((worker) => worker.stop()));
      if (pages) await delay(env().SHUTDOWN_DELAY_SECONDS * 1_000);
      signalShutdown();
      await Promise.all([drain(server), stopping]);
      await pages?.close();
      clock.stop();
      await database().close();
    },
  };
}

function createHttpServer({ dev }: ServeOptions, pages: PageProxy | null): Server {
  const findHandlers = dev
    ? () => null
    : createRouteMatcher(pages ? [...ROUTE_HANDLERS, [TRPC_PATH, TRPC]] : statusHandlers());
  const matched = new WeakMap<IncomingMessage, RouteHandlers>();
  const rest = getRequestListener(
    (request, env) => {
      const { incoming } = env as { incoming: IncomingMessage };
      forwardRequestOrigin(incoming, request);
      const handlers = matched.get(incoming) ?? NOT_FOUND_HANDLERS;
      const responding = handlerFor(handlers, request.method)(request);
      // Next compresses its own responses.
      return handlers === TRPC
        ? responding.then((response) => compressResponse(request, response))
        : responding;
    },
    { hostname: "localhost", errorHandler: handleUncaught },
  );
  const findPageRejection = pageRejection(dev);
  const responses = trackResponses();
  const handle = (request: IncomingMessage, response: ServerResponse) => {
    responses.track(request, response);
    addSecurityHeaders(response);
    setClientAddress(request);
    limitRequestTime(request, response);
    const target = parseRequestTarget(request);
    const url = request.url ?? "/";
    const handlers =
      target === "resource"
        ? (findHandlers(url) ?? findPageRejection(request.method ?? "", url))
        : FALLBACK_HANDLERS[target];
    if (pages && (!handlers || handlers === TRPC)) addServerTiming(response);
    if (!handlers && pages) return void handlePage(pages, request, response);
    matched.set(request, handlers ?? NOT_FOUND_HANDLERS);
    void rest(request, response);
  };
  const server = createServer(
    { requireHostHeader: false, connectionsCheckingInterval: HEADERS_CHECK_INTERVAL_MS },
    handle,
  );
  server.on("clientError", (error, socket) =>
    rejectUnparsableRequest(error, socket, responses.isResponding(socket)),
  );
  server.on("connect", rejectConnect);
  server.on("checkExpectation", (request: IncomingMessage, response: ServerResponse) => {
    addSecurityHeaders(response);
    limitRequestTime(request, response);
    const detail = "The only supported Expect value is 100-continue.";
    void writeResponse(response, rejectMalformedRequest(detail, 417));
  });
  server.headersTimeout = HEADERS_TIMEOUT_MS;
  server.requestTimeout = REQUEST_TIMEOUTS.uploadMs;
  if (pages?.upgrade) server.on("upgrade", pages.upgrade);
  return server;
}

async function handlePage(
  pages: PageProxy,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  logPageAccess(request, response);
  if (await admitPageRequest(request, response)) await pages.handle(request, response);
}

/** Handlers of requests that must not reach Next; null for others. Next's development server has POST routes of its own. */
const pageRejection = (dev: boolean) => (method: string, url: string) => {
  const path = requestPath(`http://host${url}`);
  if (!isDecodable(path)) return FALLBACK_HANDLERS.malformed;
  if (NEXT_ERROR_PAGE.test(path)) return NOT_FOUND_HANDLERS;
  const isApi = dev || path.startsWith("/api/");
  if ((isApi ? API_METHODS : PAGE_METHODS).includes(method) || (isApi && method === "OPTIONS")) return null;
  return isApi ? FALLBACK_HANDLERS.api : FALLBACK_HANDLERS.page;
};

/** Last error handler: malformed requests, and errors that no error boundary caught. */
function handleUncaught(thrown: unknown): Response {
  if (thrown instanceof RequestError) return rejectMalformedRequest();
  const error = toAppError(thrown);
  const requestId = newId();
  log().error({ requestId, err: error.cause ?? error }, error.code);
  return problemResponse(error, requestId);
}

const statusHandlers = () => [...ROUTE_HANDLERS].filter(([path]) => STATUS_PATHS.includes(path));

/** Handlers of requests without a path, and of methods that Next does not serve. */
const FALLBACK_HANDLERS = {
  page: otherMethodsHandlers(PAGE_METHODS),
  api: otherMethodsHandlers(API_METHODS),
  server: serverOptionsHandlers(),
  malformed: uniformHandlers(async () => rejectMalformedRequest()),
};

/**
 * Route matcher by URL. Literal segments win over parameters. Null for paths that Next serves: all but those below `/api`
 * and the few routes without parameters elsewhere.
 */
function createRouteMatcher(
  routes: Iterable<[string, RouteHandlers]>,
): (url: string) => RouteHandlers | null {
  const router = new TrieRouter<RouteHandlers>();
  const literalsFirst = [...routes].sort(([a], [b]) => a.split("{").length - b.split("{").length);
  for (const [path, handlers] of literalsFirst)
    router.add("ALL", path.replaceAll(/\{(\w+)\}/g, ":$1"), handlers);
  const matchPath = memoizeByUrl((path) => router.match("ALL", path)[0][0]?.[0] ?? NOT_FOUND_HANDLERS);
  const outsideApi = new Map(literalsFirst.filter(([path]) => !path.startsWith(API_PREFIX)));
  return (url) => {
    const path = requestPath(`http://host${url}`);
    if (!url.startsWith(API_PREFIX)) return outsideApi.get(path) ?? null;
    return NEXT_SERVES.test(url) ? null : matchPath(path);
  };
}

function listen(server: Server, { port, host }: { port: number; host: string }): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      resolve();
    });
  });
}

function drain(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), DRAIN_TIMEOUT_MS);
    server.close(() => {
      clearTimeout(timer);
      resolve();
    });
    server.closeIdleConnections();
  });
}
