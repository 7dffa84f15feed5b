import { createServer, type IncomingMessage, type Server } from "node:http";
import { getRequestListener, RequestError } from "@hono/node-server";
import { TrieRouter } from "hono/router/trie-router";
import { carryOrigin, stampAddress } from "./auth/client-address.ts";
import { startLeaseWatch } from "./build-leases/lease-watch.ts";
import { hearOfBuilds } from "./builds/poll.ts";
import { compressed } from "./http/compression.ts";
import { refuseUnparsable, refuseUnreadable, watchAnswers } from "./http/malformed-requests.ts";
import { type Door, handlerFor, uniformDoor, wholeDoor } from "./http/methods.ts";
import { tellTime } from "./http/on-headers.ts";
import { isDecodable, remembering, requestPath } from "./http/parse-input.ts";
import { problemResponse } from "./http/problem.ts";
import { settleTarget } from "./http/request-target.ts";
import { TRPC_PATH } from "./http/trpc/handler.ts";
import { CRON_ITEMS, TASKS } from "./jobs.ts";
import { startEventWatch } from "./notifications/watch.ts";
import { type PageServer, startPageServer } from "./pages/page-proxy.ts";
import { database } from "./platform/context.ts";
import { env } from "./platform/env/env.ts";
import { toAppError } from "./platform/errors.ts";
import { newId } from "./platform/ids.ts";
import { keepConsole, log } from "./platform/log.ts";
import { announceStop } from "./platform/shutdown-signal.ts";
import { startJobRunner } from "./queue/runner.ts";
import { DOORS, NOWHERE } from "./rest.ts";
import { TRPC } from "./router.ts";

export interface RunningServer {
  /** Stops accepting, lets running requests finish for up to 10 s, and closes what is left. */
  close: () => Promise<void>;
}

const NEXT_SERVES = /^\/api\/(auth|uploads|previews|exports)\//;
const FINISH_WITHIN_MS = 10_000;
/** Uploads come by PUT and end stalled senders themselves; 4 GiB at 200 kB a second take this long. */
const LONGEST_UPLOAD_MS = 6 * 3_600_000;
/** What Node grants a request by itself, and what every other body gets. */
const WHOLE_WITHIN_MS = 300_000;

/** What a process answers that only runs jobs: whether it is well, and its figures. */
const STATUS_PATHS = ["/api/health", "/api/ready", "/api/metrics"];

interface ServeOptions {
  port: number;
  host: string;
  dev: boolean;
}

/**
 * The production process: the table of REST routes first, then what serves pages, and the job runner beside them, or one of
 * both alone where `ROLES` says so. In development Next serves the REST routes too, so that they reload.
 */
export async function serve(options: ServeOptions): Promise<RunningServer> {
  const { ROLES } = env();
  if (!options.dev) keepConsole();
  const pages = ROLES.includes("web") ? await startPageServer(options) : null;
  const server = answer(options, pages);
  await listen(server, options);
  // From now on, so that the others notice should this process be killed with something left to tell.
  hearOfBuilds();
  const workers = ROLES.includes("jobs")
    ? [startJobRunner(TASKS, CRON_ITEMS), startEventWatch(), startLeaseWatch()]
    : [];
  return {
    close: async () => {
      announceStop();
      await Promise.all([drain(server), ...workers.map((worker) => worker.stop())]);
      await pages?.close();
      await database().close();
    },
  };
}

function answer({ dev }: ServeOptions, pages: PageServer | null): Server {
  const findDoor = dev ? () => null : matchDoors(pages ? [...DOORS, [TRPC_PATH, TRPC]] : doorsOfStatus());
  const found = new WeakMap<IncomingMessage, Door>();
  const rest = getRequestListener(
    (request, env) => {
      const { incoming } = env as { incoming: IncomingMessage };
      carryOrigin(incoming, request);
      const door = found.get(incoming) ?? NOWHERE;
      const answered = handlerFor(door, request.method)(request);
      // As Next does for what it answers, pages included.
      return door === TRPC ? answered.then((response) => compressed(request, response)) : answered;
    },
    { hostname: "localhost", errorHandler: refuseUnanswered },
  );
  // Next answers an address that does not decode with 500.
  const findOrRefuse = (url: string) =>
    findDoor(url) ?? (isDecodable(requestPath(`http://host${url}`)) ? null : DOOR_OF.unreadable);
  const answers = watchAnswers();
  const server = createServer({ requireHostHeader: false }, (request, response) => {
    answers.note(request, response);
    stampAddress(request);
    if (request.method !== "PUT") endUnlessWhole(request);
    const target = settleTarget(request);
    const door = target === "resource" ? findOrRefuse(request.url ?? "/") : DOOR_OF[target];
    if (pages && (!door || door === TRPC)) tellTime(response);
    if (!door && pages) {
      return void pages.answer(request, response);
    }
    found.set(request, door ?? NOWHERE);
    void rest(request, response);
  });
  server.on("clientError", (error, socket) => refuseUnparsable(error, socket, answers.isAnswering(socket)));
  server.requestTimeout = LONGEST_UPLOAD_MS;
  if (pages?.upgrade) server.on("upgrade", pages.upgrade);
  return server;
}

/** What was no request, or what a handler let through, which none should. */
function refuseUnanswered(thrown: unknown): Response {
  if (thrown instanceof RequestError) return refuseUnreadable();
  const error = toAppError(thrown);
  const requestId = newId();
  log().error({ requestId, err: error.cause ?? error }, error.code);
  return problemResponse(error, requestId);
}

const doorsOfStatus = () => [...DOORS].filter(([path]) => STATUS_PATHS.includes(path));

function endUnlessWhole(request: IncomingMessage): void {
  if (request.method === "GET" || request.method === "HEAD") return;
  const timer = setTimeout(() => request.complete || request.destroy(), WHOLE_WITHIN_MS);
  request.once("close", () => clearTimeout(timer));
}

/** The doors of what is about no page or route. */
const DOOR_OF = { server: wholeDoor(), unreadable: uniformDoor(async () => refuseUnreadable()) };

/** Finds the door of a URL; a path with fixed words wins over one with a parameter in their place. */
function matchDoors(doors: Iterable<[string, Door]>): (url: string) => Door | null {
  const router = new TrieRouter<Door>();
  const byFixedWords = [...doors].sort(([a], [b]) => a.split("{").length - b.split("{").length);
  for (const [path, door] of byFixedWords) router.add("ALL", path.replaceAll(/\{(\w+)\}/g, ":$1"), door);
  const doorAt = remembering((path) => router.match("ALL", path)[0][0]?.[0] ?? NOWHERE);
  return (url) => {
    if (!url.startsWith("/api/") || NEXT_SERVES.test(url)) return null;
    return doorAt(requestPath(`http://host${url}`));
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
    const timer = setTimeout(() => server.closeAllConnections(), FINISH_WITHIN_MS);
    server.close(() => {
      clearTimeout(timer);
      resolve();
    });
    server.closeIdleConnections();
  });
}
