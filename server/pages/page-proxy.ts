import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { Agent, type IncomingMessage, type ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Duplex } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import { createProxyServer } from "httpxy";
import { problemResponse } from "../http/problem.ts";
import { env, rawEnv } from "../platform/env/env.ts";
import { AppError } from "../platform/errors.ts";
import { newId } from "../platform/ids.ts";
import { log } from "../platform/log.ts";
import { RESPONSE_TIMEOUT_MS } from "../platform/timeouts.ts";
import { projectRoot, RUNNER } from "../process/build.ts";
import { superviseProcess } from "../process/supervisor.ts";
import { prepareNext } from "./next-app.ts";
import { DATABASE_UNAVAILABLE_HEADER } from "./refusal-status.ts";
import { renderUnavailablePage } from "./unavailable-page.ts";

export interface PageProxy {
  answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  upgrade?: (request: IncomingMessage, socket: Duplex, head: Buffer) => Promise<void>;
  close: () => Promise<void>;
}

/**
 * What answers pages and all else that Next serves. It runs in a process of its own, since a page takes the processor for
 * longer than hundreds of reports and polls do; in development in this one.
 */
export const startPageProxy = (options: { port: number; dev: boolean }): Promise<PageProxy> =>
  options.dev ? prepareNext(options) : startPageProcess();

const RETRY_DELAY_MS = 100;
/** What every system takes. */
const MAX_SOCKET_PATH_BYTES = 103;

async function startPageProcess(): Promise<PageProxy> {
  // Nobody else may come in here: what is passed on says where it came from, and is believed.
  const directory = mkdtempSync(join(tmpdir(), "drydock-pages-"));
  const socketPath = join(directory, "socket");
  // A longer one is cut short without a word, and the socket stands where others may reach it.
  if (Buffer.byteLength(socketPath) > MAX_SOCKET_PATH_BYTES) {
    rmSync(directory, { recursive: true });
    throw new Error(
      `TMPDIR (${tmpdir()}) is too long a path for a socket below it. Set it to a shorter one.`,
    );
  }
  // A page leaves some megabytes of garbage. With room for several, few of it outlive their page into the heap whose
  // collection makes others wait.
  const flags = ["--max-semi-space-size=64"];
  // One processor renders pages, and half of the connections are plenty for it.
  const DATABASE_POOL_SIZE = String(Math.ceil(env().DATABASE_POOL_SIZE / 2));
  const start = () =>
    spawn(process.execPath, [...flags, RUNNER, "server/pages/page-process.ts", socketPath], {
      cwd: projectRoot,
      env: { ...(rawEnv() as NodeJS.ProcessEnv), DATABASE_POOL_SIZE },
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    });
  const kept = await superviseProcess("Page process", start, (line) => log().warn(line));
  const proxy = createProxyServer({
    target: Object.assign(new URL("http://pages"), { socketPath }),
    agent: new Agent({ keepAlive: true }),
    selfHandleResponse: true,
  });
  proxy.on("proxyRes", (answer, request, response) => {
    if (answer.headers[DATABASE_UNAVAILABLE_HEADER]) {
      answer.resume();
      return void refuse(request, response, "database");
    }
    for (const [name, values = []] of Object.entries(answer.headersDistinct))
      if (!HOP_BY_HOP_HEADERS.has(name)) response.setHeader(name, values);
    response.writeHead(answer.statusCode ?? 500);
    answer.pipe(response);
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // Ours is no connection to switch, whatever the browser offers for its own.
    delete request.headers.upgrade;
    delete request.headers.connection;
    const canRepeat = request.method === "GET" || request.method === "HEAD";
    const lastTry = Date.now() + RESPONSE_TIMEOUT_MS;
    while (true) {
      try {
        return await proxy.web(request, response);
      } catch (error) {
        if (response.headersSent || response.destroyed) return void response.destroy();
        if (!canRepeat || Date.now() > lastTry) return refuse(request, response, "pages", error);
        // Each try listens to both anew.
        for (const emitter of [request, response]) emitter.setMaxListeners(0);
        await delay(RETRY_DELAY_MS);
      }
    }
  }

  return {
    answer,
    close: async () => {
      await kept.stop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** What each connection says for itself. */
const HOP_BY_HOP_HEADERS = new Set(["connection", "keep-alive", "transfer-encoding"]);

const MISHAPS = {
  database: ["the database went away under a page", "The database does not answer. Try again shortly."],
  pages: ["the pages' process does not answer", "Pages are starting again. Try again shortly."],
} as const;

async function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  away: keyof typeof MISHAPS,
  cause?: unknown,
): Promise<void> {
  const requestId = newId();
  const [mishap, detail] = MISHAPS[away];
  log().error({ requestId, err: cause }, mishap);
  if (request.headers.accept?.includes("text/html")) {
    const nonce = randomUUID();
    const { body, status, headers } = renderUnavailablePage({ away, nonce, requestId });
    response.writeHead(status, headers).end(body);
  } else {
    const error = new AppError("UNAVAILABLE", detail, { retryAfterSeconds: 2 });
    const refusal = problemResponse(error, requestId);
    response.writeHead(refusal.status, [...refusal.headers].flat()).end(await refusal.text());
  }
}
