import { Agent, type ClientRequestArgs, type IncomingMessage, request as openRequest } from "node:http";
import type { buildConnector } from "undici";

export interface TransportRequest {
  url: URL;
  method: string;
  headers: Record<string, string>;
  body: string | null;
  signal: AbortSignal;
  /** Accepts a malformed response whose status can be read. */
  isLenient: boolean;
}

export interface Transport {
  /** Sends a request. Resolves with the final response, whose body is still to be read. */
  send: (request: TransportRequest) => Promise<IncomingMessage>;
  close: () => void;
}

const MAX_HEADERS_BYTES = 65_536;
const CONNECTIONS_PER_ORIGIN = 16;
const IDLE_TIMEOUT_MS = 4_000;
/** Errors of a connection that the other side closed while it was idle. */
const STALE_CODES = new Set(["ECONNRESET", "EPIPE"]);

/**
 * HTTP/1.1 transport over the connections of a connector. It uses Node's client: undici fails on an unrequested
 * informational 100 (RFC 9110, 15.2), and has no lenient parser.
 */
export function createTransport(connect: buildConnector.connector): Transport {
  const agents: Record<string, Agent> = {
    "http:": openAgent("http:", connect),
    "https:": openAgent("https:", connect),
  };
  return {
    send: async (request) => {
      for (;;) {
        const response = await send(agents[request.url.protocol], request);
        // No byte of a response arrived: the receiver closed the connection before it got the request.
        if (response !== "stale") return response;
      }
    },
    close: () => {
      for (const agent of Object.values(agents)) agent.destroy();
    },
  };
}

/** Agent that keeps idle connections. Those of https are encrypted by the connector. */
function openAgent(protocol: string, connect: buildConnector.connector): Agent {
  const createConnection: ClientRequestArgs["createConnection"] = ({ host, port }, callback) => {
    const hostname = host ?? "";
    connect({ protocol, hostname, host: hostname, port: String(port) }, (error, socket) => {
      if (socket) callback(null, socket);
      // The types lack the failure.
      else (callback as (error: Error) => void)(error);
    });
    return undefined;
  };
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS_PER_ORIGIN, timeout: IDLE_TIMEOUT_MS });
  return Object.assign(agent, { createConnection });
}

function send(agent: Agent | undefined, request: TransportRequest): Promise<IncomingMessage | "stale"> {
  const { url, method, headers, body, signal, isLenient } = request;
  return new Promise((resolve, reject) => {
    const sent = openRequest({
      agent,
      host: url.hostname.replace(/^\[|\]$/g, ""),
      port: url.port || (url.protocol === "https:" ? 443 : 80),
      path: url.pathname + url.search,
      method,
      headers: { ...headers, host: url.host },
      signal,
      maxHeaderSize: MAX_HEADERS_BYTES,
      insecureHTTPParser: isLenient,
    });
    sent.once("response", resolve);
    // Without this, Node closes the connection of a switch of protocols (101) and reports neither response nor error.
    sent.once("upgrade", (_, socket) => {
      socket.destroy();
      reject(Object.assign(new Error("the receiver switched protocols"), { code: "HPE_UNEXPECTED_UPGRADE" }));
    });
    sent.once("close", () => reject(new Error("the connection was closed")));
    sent.once("error", (error: NodeJS.ErrnoException) => {
      if (sent.reusedSocket && STALE_CODES.has(error.code ?? "")) resolve("stale");
      else reject(error);
    });
    sent.end(body ?? undefined);
  });
}
