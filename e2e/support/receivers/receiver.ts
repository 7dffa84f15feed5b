import { createServer, type Server, type Socket } from "node:net";

/** Request that the receiver got. */
export interface ReceivedRequest {
  path: string;
  headers: Record<string, string>;
  body: string;
  at: number;
}

export interface Receiver {
  port: number;
  url: string;
  received: ReceivedRequest[];
  /** Number of connections, with or without a request. */
  connections: () => number;
  /** Sets the response to the next requests. */
  setResponder: (responder: Responder) => void;
  close: () => Promise<void>;
}

export type Responder = (socket: Socket, request: ReceivedRequest) => void;

/** HTTP receiver on loopback that works on raw bytes, so its responses can be malformed. */
export async function startReceiver(first: Responder, host = "127.0.0.1"): Promise<Receiver> {
  let respond = first;
  let connections = 0;
  const received: ReceivedRequest[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    connections += 1;
    sockets.add(socket);
    let buffered = Buffer.alloc(0);
    socket.on("error", () => undefined).on("close", () => sockets.delete(socket));
    socket.on("data", (chunk) => {
      buffered = Buffer.concat([buffered, chunk]);
      const read = readRequest(buffered);
      if (!read) return;
      buffered = buffered.subarray(read.length);
      received.push(read.request);
      respond(socket, read.request);
    });
  });
  const port = await listen(server, host);
  return {
    port,
    url: `http://${host}:${port}/hook`,
    received,
    connections: () => connections,
    setResponder: (next) => {
      respond = next;
    },
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}

/** Unused port on loopback. */
export async function closedPort(): Promise<number> {
  const server = createServer();
  const port = await listen(server, "127.0.0.1");
  await new Promise((resolve) => server.close(resolve));
  return port;
}

function listen(server: Server, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject).listen(0, host, () => {
      const address = server.address();
      resolve(typeof address === "object" && address ? address.port : 0);
    });
  });
}

function readRequest(bytes: Buffer): { request: ReceivedRequest; length: number } | null {
  const end = bytes.indexOf("\r\n\r\n");
  if (end === -1) return null;
  const [first = "", ...lines] = bytes.subarray(0, end).toString("latin1").split("\r\n");
  const headers = Object.fromEntries(
    lines.map((line) => [
      line.slice(0, line.indexOf(":")).toLowerCase(),
      line.slice(line.indexOf(":") + 1).trim(),
    ]),
  );
  const length = end + 4 + Number(headers["content-length"] ?? 0);
  if (bytes.length < length) return null;
  const body = bytes.subarray(end + 4, length).toString("utf8");
  return { request: { path: first.split(" ")[1] ?? "", headers, body, at: Date.now() }, length };
}
