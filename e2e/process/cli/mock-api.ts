import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

const TENANT = "01900000-0000-7000-8000-00000000a001";
export const LISTING = "01900000-0000-7000-8000-00000000f001";
export const APP = "01900000-0000-7000-8000-00000000b001";
export const BUILD = "01900000-0000-7000-8000-00000000d001";

/** Token with the right claims; the mock does not check its signature. */
export const TOKEN = [{ alg: "HS256" }, { tid: TENANT, exp: 4_000_000_000 }, "signature"]
  .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
  .join(".");

export interface RecordedRequest {
  method: string;
  path: string;
  headers: IncomingMessage["headers"];
  bodyBytes: number;
}

/** Fault instead of a response: a connection reset at some point of the request, no response, or another response. */
export type Fault =
  | "reset"
  | "hang"
  | "reset during body"
  | "reset before response"
  | { status: number; headers?: Record<string, string>; body?: unknown; text?: string };

export interface MockApi {
  url: string;
  requests: RecordedRequest[];
  /** Faults for the next requests whose "METHOD path" matches, one per request. */
  injectFaults: (pattern: RegExp, ...faults: Fault[]) => void;
  /** Statuses of the next responses; the last one repeats. */
  listingStates: string[];
  buildStates: string[];
  /** Published listings by idempotency key. */
  published: Map<string, object>;
  close: () => Promise<void>;
}

/** Mock of the platform's API with fault injection. `prefix` is a path below which it is served. */
export async function startMockApi(prefix = ""): Promise<MockApi> {
  const requests: RecordedRequest[] = [];
  const faults: { pattern: RegExp; remaining: Fault[] }[] = [];
  const archives = new Set<string>();
  const api = {
    listingStates: ["PENDING_APPROVAL"],
    buildStates: ["COMPLETED"],
    published: new Map<string, object>(),
  };

  const server = createServer(async (request, response) => {
    const { method = "", url = "" } = request;
    const fault = faults
      .find(({ pattern, remaining }) => pattern.test(`${method} ${url}`) && remaining.length > 0)
      ?.remaining.shift();
    if (fault === "reset") return void request.socket.destroy();
    if (fault === "hang") return void request.resume();
    if (fault === "reset during body") return void request.once("data", () => request.socket.destroy());
    const body = await readBody(request);
    requests.push({ method, path: url, headers: request.headers, bodyBytes: body.length });
    if (typeof fault === "object")
      return respond(response, fault.status, fault.body ?? fault.text, fault.headers);
    const isReset = fault === "reset before response";
    handle(method, url.slice(prefix.length), request, body, isReset ? null : response);
    if (isReset) request.socket.destroy();
  });

  function handle(
    method: string,
    path: string,
    request: IncomingMessage,
    body: Buffer,
    response: ServerResponse | null,
  ) {
    const reply = (status: number, json: unknown, headers?: Record<string, string>) =>
      response && respond(response, status, json, headers);
    if (path === "/api/me") return reply(200, ME);
    if (path.startsWith("/api/marketplace/entities"))
      return reply(201, { id: APP, ...JSON.parse(body.toString()) });
    if (method === "PUT") return reply(...storeArchive(path, body));
    if (path.startsWith("/api/marketplace/publish")) {
      const key = String(request.headers["idempotency-key"]);
      const earlier = api.published.get(key);
      const listing = earlier ?? listingOf(JSON.parse(body.toString()), "PENDING_APPROVAL");
      api.published.set(key, listing);
      return reply(201, listing, earlier ? { "Idempotency-Replayed": "true" } : {});
    }
    if (path.endsWith("/withdraw")) return reply(200, listingOf({}, "WITHDRAWN"));
    if (path.endsWith("/review")) return reply(200, REVIEW);
    if (path.startsWith("/api/marketplace/listings/"))
      return reply(200, listingOf({}, next(api.listingStates)));
    if (path.startsWith("/api/builds/"))
      return reply(200, { ...buildOf(next(api.buildStates)), reports: [] });
    if (path.includes("/builds")) return reply(200, { builds: [buildOf("COMPLETED")], nextCursor: null });
    return reply(404, { code: "NOT_FOUND", detail: "Not found." });
  }

  function storeArchive(path: string, body: Buffer): [number, object] {
    const sha256 = createHash("sha256").update(body).digest("hex");
    const [named = "", query] = path.split("?");
    if (!named.endsWith(sha256))
      return [422, { code: "ARCHIVE_REJECTED", detail: "The hash does not match." }];
    if (query === "dryRun=true") return [200, { sha256, sizeBytes: String(body.length) }];
    const isKnown = archives.has(sha256);
    archives.add(sha256);
    return [isKnown ? 200 : 201, { sha256, sizeBytes: String(body.length) }];
  }

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return Object.assign(api, {
    url: `http://127.0.0.1:${port}${prefix}`,
    requests,
    injectFaults: (pattern: RegExp, ...remaining: Fault[]) => void faults.push({ pattern, remaining }),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  });
}

const ME = {
  user: { id: "01900000-0000-7000-8000-00000000e001", email: "dev@acme.test", name: "Dev" },
  tenant: { id: TENANT, slug: "acme", name: "Acme Studio" },
  permissions: ["MARKETPLACE_PUBLISH", "BUILDS_READ"],
  expiresAt: "2096-01-01T00:00:00.000Z",
};

const REVIEW = {
  dueAt: null,
  reason: { id: "QUALITY", title: "Quality", help: "Say what it stores." },
  messages: [],
};

function listingOf(request: Record<string, unknown>, status: string) {
  const isPending = status === "PENDING_APPROVAL";
  return {
    id: LISTING,
    type: "APP_PLUGIN",
    name: "Offline Notes",
    slug: "offline-notes",
    version: "0.1.0",
    description: "Notes.",
    changelog: null,
    appPluginId: APP,
    themeId: null,
    systemPluginId: null,
    archiveSha256: null,
    ...request,
    tenantId: TENANT,
    status,
    submittedAt: "2026-01-01T10:00:00.000Z",
    decidedAt: isPending ? null : "2026-01-01T16:00:00.000Z",
    decision: isPending ? null : { action: status, reason: "QUALITY", comment: "Please say what it stores." },
    review: isPending ? { position: 4, pending: 9, typicalWaitSeconds: { p50: 21_600, p90: 86_400 } } : null,
  };
}

const buildOf = (status: string) => ({
  id: BUILD,
  appId: APP,
  number: 128,
  platform: "ANDROID",
  version: "2.4.0",
  status,
  artifactPath: status === "COMPLETED" ? "artifacts/app.aab" : null,
  errorLog: status === "FAILED" ? "line 1\nerror: signing key is missing\n" : null,
  errorLogTruncated: false,
  sizeBytes: status === "COMPLETED" ? "48211903" : null,
  workerId: "linux-1",
  stalled: false,
  retryOf: null,
  gitRef: "main",
  gitCommit: null,
  commitMessage: null,
  createdBy: null,
  failure: null,
  createdAt: "2026-01-01T10:00:00.000Z",
  startedAt: "2026-01-01T10:00:10.000Z",
  finishedAt: status === "IN_PROGRESS" ? null : "2026-01-01T10:04:22.000Z",
  updatedAt: "2026-01-01T10:04:22.000Z",
});

const next = (states: string[]): string => (states.length > 1 ? states.shift() : states[0]) ?? "";

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function respond(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  const type = status < 400 ? "application/json" : "application/problem+json";
  const isText = typeof body === "string";
  response.writeHead(status, { "Content-Type": isText ? "text/html" : type, ...headers });
  response.end(isText ? body : JSON.stringify(body));
}
