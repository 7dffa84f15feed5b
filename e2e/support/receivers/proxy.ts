import { createServer, type IncomingMessage, request as requestHttp, type ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import { SERVER_CERTIFICATE, SERVER_KEY } from "./certificates.ts";

export interface ForwardProxy {
  port: number;
  /** First lines of requests, such as `CONNECT secure.test:443` and `GET http://drydock.example/api/me`. */
  received: string[];
  close: () => Promise<void>;
}

/**
 * Forward proxy on loopback: tunnels `CONNECT` and forwards requests with an absolute URL. Every host leads to `targetPort`
 * on loopback, so that names need no DNS. Without the right `credentials` it responds with 407.
 */
export async function startForwardProxy(
  targetPort: number,
  { credentials }: { credentials?: string } = {},
): Promise<ForwardProxy> {
  const received: string[] = [];
  const sockets = new Set<{ destroy: () => unknown }>();
  const expected = credentials && `Basic ${Buffer.from(credentials).toString("base64")}`;
  const isAllowed = ({ headers }: IncomingMessage) =>
    expected === undefined || headers["proxy-authorization"] === expected;
  const server = createServer((request, response) => {
    received.push(`${request.method} ${request.url}`);
    if (!isAllowed(request)) return void response.writeHead(407).end();
    forward(request, response, targetPort);
  });
  server.on("connection", (socket) => sockets.add(socket));
  server.on("connect", (request, client: Socket, head) => {
    received.push(`CONNECT ${request.url}`);
    client.on("error", () => undefined);
    if (!isAllowed(request)) return void client.end("HTTP/1.1 407 Proxy Authentication Required\r\n\r\n");
    const target = connect(targetPort, "127.0.0.1", () => {
      client.write("HTTP/1.1 200 Connection Established\r\n\r\n");
      target.write(head);
      client.pipe(target).pipe(client);
    });
    sockets.add(target.on("error", () => client.destroy()));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = async (): Promise<void> => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  };
  return { port: (server.address() as AddressInfo).port, received, close };
}

function forward(request: IncomingMessage, response: ServerResponse, port: number): void {
  const { pathname, search } = new URL(request.url ?? "");
  const { "proxy-authorization": _, ...headers } = request.headers;
  const options = { host: "127.0.0.1", port, path: pathname + search, method: request.method, headers };
  const forwarded = requestHttp(options, (reply) => {
    response.writeHead(reply.statusCode ?? 502, reply.headers);
    reply.pipe(response);
  });
  forwarded.on("error", () => response.destroy());
  request.pipe(forwarded);
}

/** TLS server in front of a port on loopback, with the certificate of `secure.test` unless another one is given. */
export async function startTlsFront(
  targetPort: number,
  certificate: { cert: string; key: string } = { cert: SERVER_CERTIFICATE, key: SERVER_KEY },
): Promise<{ port: number; close: () => Promise<void> }> {
  const sockets = new Set<Socket>();
  const server = createTlsServer(certificate, (client) => {
    const target = connect(targetPort, "127.0.0.1");
    sockets.add(client.on("error", () => target.destroy()));
    sockets.add(target.on("error", () => client.destroy()));
    client.pipe(target).pipe(client);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = async (): Promise<void> => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  };
  return { port: (server.address() as AddressInfo).port, close };
}
