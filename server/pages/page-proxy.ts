import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { Agent, type IncomingMessage, type ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Duplex } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import { createProxyServer } from "httpxy";
import { env, rawEnv } from "@/server/core/env/env.ts";
import { newId } from "@/server/core/ids.ts";
import { addReadinessCheck } from "@/server/core/lifecycle.ts";
import { log } from "@/server/core/log.ts";
import { RESPONSE_TIMEOUT_MS } from "@/server/core/timeouts.ts";
import { AppError } from "@/shared/errors.ts";
import { problemResponse } from "../http/problem.ts";
import { writeResponse } from "../http/response.ts";
import { projectRoot, RUNNER } from "../process/build.ts";
import { superviseProcess } from "../process/supervisor.ts";
import { prepareNext } from "./next-app.ts";
import { DATABASE_UNAVAILABLE_HEADER } from "./refusal-status.ts";
import { renderUnavailablePage } from "./unavailable-page.ts";

export interface PageProxy {
  handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  upgrade?: (request: IncomingMessage, socket: Duplex, head: Buffer) => Promise<void>;
  close: () => Promise<void>;
}

/**
 * Proxy to Next, which serves pages. In production Next runs in a separate process: rendering a page takes more CPU
 * time than hundreds of REST calls, which would have to wait.
 */
export const startPageProxy = (options: PageProxyOptions): Promise<PageProxy> =>
  options.dev ? prepareNext(options) : startPageProcess(options.completed);

interface PageProxyOptions {
  port: number;
  dev: boolean;
  /** Resolves when the environment is complete; until then the page process loads. */
  completed?: Promise<unknown>;
}

const RETRY_DELAY_MS = 100;
/** Maximum length of a Unix socket's path on all supported systems. */
const MAX_SOCKET_PATH_BYTES = 103;

async function startPageProcess(completed: Promise<unknown> = Promise.resolve()): Promise<PageProxy> {
  // Private directory: the page process trusts the proxy's headers.
  const directory = mkdtempSync(join(tmpdir(), "drydock-pages-"));
  const socketPath = join(directory, "socket");
  // The system truncates a longer path silently, which moves the socket out of the private directory.
  if (Buffer.byteLength(socketPath) > MAX_SOCKET_PATH_BYTES) {
    rmSync(directory, { recursive: true });
    throw new Error(`TMPDIR (${tmpdir()}) is too long for a socket path. Set it to a shorter path.`);
  }
  // A page allocates some megabytes. A large young generation keeps them out of the old one, whose collections pause
  // other requests.
  const flags = ["--max-semi-space-size=64"];
  // Rendering uses one CPU, so half of the connections suffice.
  const DATABASE_POOL_SIZE = String(Math.ceil(env().DATABASE_POOL_SIZE / 2));
  const environment = () => ({
    ...(rawEnv() as NodeJS.ProcessEnv),
    DATABASE_POOL_SIZE,
    DRYDOCK_PROCESS: "pages",
  });
  const start = () => {
    const child = spawn(process.execPath, [...flags, RUNNER, "server/pages/page-process.ts", socketPath], {
      cwd: projectRoot,
      env: environment(),
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    });
    const send = () => child.send(environment(), () => undefined);
    completed.then(send, () => child.kill());
    return child;
  };
  const supervisor = await superviseProcess("Page process", start, (line) => log().warn(line));
  addReadinessCheck(() => (supervisor.isResponding() ? null : UNAVAILABLE.pages[1]));
  const proxy = createProxyServer({
    target: Object.assign(new URL("http://pages"), { socketPath }),
    agent: new Agent({ keepAlive: true }),
    selfHandleResponse: true,
  });
  proxy.on("proxyRes", (pageResponse, request, response) => {
    if (pageResponse.headers[DATABASE_UNAVAILABLE_HEADER]) {
      pageResponse.resume();
      return void rejectUnavailable(request, response, "database");
    }
    for (const [name, values = []] of Object.entries(pageResponse.headersDistinct))
      if (!HOP_BY_HOP_HEADERS.has(name)) response.setHeader(name, values);
    response.writeHead(pageResponse.statusCode ?? 500);
    pageResponse.pipe(response);
  });

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // Hop-by-hop headers of the client's connection.
    delete request.headers.upgrade;
    delete request.headers.connection;
    const isIdempotent = request.method === "GET" || request.method === "HEAD";
    const deadline = Date.now() + RESPONSE_TIMEOUT_MS;
    while (true) {
      try {
        return await proxy.web(request, response);
      } catch (error) {
        if (response.headersSent || response.destroyed) return void response.destroy();
        if (!isIdempotent || Date.now() > deadline)
          return rejectUnavailable(request, response, "pages", error);
        // Every attempt adds listeners to both.
        for (const emitter of [request, response]) emitter.setMaxListeners(0);
        await delay(RETRY_DELAY_MS);
      }
    }
  }

  return {
    handle,
    close: async () => {
      await supervisor.stop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** Headers of the connection, not of the response (RFC 9110, 7.6.1). */
const HOP_BY_HOP_HEADERS = new Set(["connection", "keep-alive", "transfer-encoding"]);

const UNAVAILABLE = {
  database: [
    "the database became unavailable while a page rendered",
    "The database is not responding. Try again shortly.",
  ],
  pages: ["the page process is not responding", "Pages are restarting. Try again shortly."],
} as const;

async function rejectUnavailable(
  request: IncomingMessage,
  response: ServerResponse,
  missing: keyof typeof UNAVAILABLE,
  cause?: unknown,
): Promise<void> {
  const requestId = newId();
  const [message, detail] = UNAVAILABLE[missing];
  log().error({ requestId, err: cause }, message);
  if (request.headers.accept?.includes("text/html")) {
    const nonce = randomUUID();
    const { body, status, headers } = renderUnavailablePage({ missing, nonce, requestId });
    response.writeHead(status, headers).end(body);
  } else {
    const error = new AppError("UNAVAILABLE", detail, { retryAfterSeconds: 2 });
    await writeResponse(response, problemResponse(error, requestId));
  }
}
