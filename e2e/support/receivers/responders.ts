import type { Responder } from "./receiver.ts";

/** Complete response with a body. */
export const respondWith =
  (status: number, headers: Record<string, string> = {}, body = "ok"): Responder =>
  (socket) => {
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(
      `HTTP/1.1 ${status} Status\r\n${lines.join("")}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
  };

/** Delayed response. */
export const respondAfter =
  (delayMs: number, respond: Responder): Responder =>
  (socket, request) => {
    setTimeout(() => respond(socket, request), delayMs);
  };

/** No response. */
export const neverRespond: Responder = () => undefined;

/** Endless body, one byte per interval. */
export const respondByDrops =
  (intervalMs: number): Responder =>
  (socket) => {
    socket.write("HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n");
    const timer = setInterval(() => socket.write("x"), intervalMs);
    socket.once("close", () => clearInterval(timer));
  };

/** Body of up to `bytes` bytes, under backpressure. `onSent` receives the number of bytes sent. */
export const respondWithBytes =
  (bytes: number, onSent: (bytes: number) => void = () => undefined): Responder =>
  (socket) => {
    socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${bytes}\r\n\r\n`);
    const chunk = Buffer.alloc(65_536, "x");
    let written = 0;
    const writeMore = () => {
      while (written < bytes && socket.writable) {
        written += chunk.length;
        onSent(written);
        if (!socket.write(chunk)) return socket.once("drain", writeMore);
      }
    };
    writeMore();
  };

/** Half of the declared body, then the connection closes. */
export const closeMidResponse: Responder = (socket) => {
  socket.end("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nhalf of");
};

/** Bytes that are not HTTP. */
export const respondWithGarbage: Responder = (socket) => {
  socket.end("\x00\x01SSH-2.0-garbage\r\n\r\n");
};

/** Endless headers. */
export const respondWithEndlessHeaders: Responder = (socket) => {
  socket.write("HTTP/1.1 200 OK\r\n");
  const timer = setInterval(() => socket.write(`X-Long: ${"a".repeat(8_000)}\r\n`), 5);
  socket.once("close", () => clearInterval(timer));
};

/** 200 with header lines and a body as given; then the connection stays, ends or is reset. */
export const respondWithRaw =
  (headerLines: string, body: Buffer, after: "stay" | "end" | "reset" = "stay"): Responder =>
  (socket) => {
    socket.write(`HTTP/1.1 200 OK\r\n${headerLines}\r\n\r\n`);
    socket.write(body, () => {
      if (after === "end") socket.end();
      else if (after === "reset") setImmediate(() => socket.resetAndDestroy());
    });
  };

/** The bytes of a Latin-1 text; the connection ends after a response of HTTP/1.0. */
export const respondWithText =
  (text: string): Responder =>
  (socket) => {
    socket.write(Buffer.from(text, "latin1"), () => {
      if (text.startsWith("HTTP/1.0")) socket.end();
    });
  };
