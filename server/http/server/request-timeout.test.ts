import { once } from "node:events";
import { Agent, createServer, request as httpRequest, type RequestListener } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterEach, expect, it } from "vitest";
import { limitRequestTime } from "./request-timeout.ts";

const closes: (() => void)[] = [];
afterEach(() => {
  for (const close of closes.splice(0)) close();
});

/** Server with short limits; resolves with all that a connection receives until the server closes it. */
async function sendTo(handler: RequestListener, lines: string[], body: string): Promise<string> {
  const server = createServer((request, response) => {
    limitRequestTime(request, response, { bodyMs: 100, archiveMs: 150, uploadMs: 200, unreadBodyMs: 50 });
    handler(request, response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  closes.push(
    () => server.closeAllConnections(),
    () => server.close(),
  );
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  socket.write(`${lines.join("\r\n")}\r\nHost: x\r\n\r\n${body}`);
  let received = "";
  socket.on("data", (chunk) => {
    received += chunk.toString();
  });
  socket.on("error", () => undefined);
  await once(socket, "close");
  return received;
}

const waitForBody: RequestListener = (request, response) => {
  request.resume().once("end", () => response.end("done"));
};

it.each([
  "GET /sign-in",
  "POST /api/x",
  "PUT /sign-in",
  "PUT /api/uploads/x",
  "PUT /api/builds/x/artifact",
  "POST /api/auth/signout",
])("408 for %s whose body never ends", async (start) => {
  for (const body of ["Content-Length: 10", "Transfer-Encoding: chunked"]) {
    const received = await sendTo(waitForBody, [`${start} HTTP/1.1`, body], "1");
    expect(received).toContain("HTTP/1.1 408 ");
    expect(received).toContain("VALIDATION_FAILED");
  }
});

it("closes the connection soon after a response to an incomplete body", async () => {
  const reject: RequestListener = (_request, response) => void response.writeHead(405).end();
  const received = await sendTo(reject, ["PUT /sign-in HTTP/1.1", "Content-Length: 10"], "1");
  expect(received).toContain("HTTP/1.1 405 ");
});

it("closes the connection when a response has started before an endless body", async () => {
  const start: RequestListener = (_request, response) => void response.write("started");
  const received = await sendTo(start, ["POST /api/x HTTP/1.1", "Content-Length: 10"], "1");
  expect(received).toContain("started");
});

it("leaves no listener on a connection after its requests", async () => {
  const listeners: number[] = [];
  const server = createServer((request, response) => {
    limitRequestTime(request, response);
    const { socket } = request;
    listeners.push(
      socket.listenerCount("close") + socket.listenerCount("end") + socket.listenerCount("error"),
    );
    waitForBody(request, response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  closes.push(() => server.close());
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  closes.push(() => agent.destroy());
  const { port } = server.address() as AddressInfo;
  for (let sent = 0; sent < 20; sent += 1) {
    await new Promise<void>((resolve, reject) => {
      const request = httpRequest({ port, host: "127.0.0.1", agent, method: "POST" }, (response) =>
        response.resume().once("end", resolve),
      );
      request.once("error", reject).end("a body");
    });
  }
  expect(listeners).toHaveLength(20);
  expect(listeners.at(-1)).toBe(listeners[1]);
});
