import type { Responder } from "./receiver.ts";

/** A whole answer with a body. */
export const respondWith =
  (status: number, headers: Record<string, string> = {}, body = "ok"): Responder =>
  (socket) => {
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(
      `HTTP/1.1 ${status} Status\r\n${lines.join("")}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
  };

/** The same, but only after a while. */
export const respondAfter =
  (delayMs: number, answer: Responder): Responder =>
  (socket, request) => {
    setTimeout(() => answer(socket, request), delayMs);
  };

/** Nothing, ever. */
export const neverRespond: Responder = () => undefined;

/** A byte now and then, of a body that never ends. */
export const respondByDrops =
  (everyMs: number): Responder =>
  (socket) => {
    socket.write("HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n");
    const timer = setInterval(() => socket.write("x"), everyMs);
    socket.once("close", () => clearInterval(timer));
  };

/** As many bytes as the other side will take, up to `bytes`; `sent` learns how many went out. */
export const respondWithBytes =
  (bytes: number, sent: (bytes: number) => void = () => undefined): Responder =>
  (socket) => {
    socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${bytes}\r\n\r\n`);
    const chunk = Buffer.alloc(65_536, "x");
    let written = 0;
    const writeMore = () => {
      while (written < bytes && socket.writable) {
        written += chunk.length;
        sent(written);
        if (!socket.write(chunk)) return socket.once("drain", writeMore);
      }
    };
    writeMore();
  };

/** Half of what it promised, and then the end. */
export const closeMidResponse: Responder = (socket) => {
  socket.end("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nhalf of");
};

/** Bytes that are not HTTP. */
export const respondWithGarbage: Responder = (socket) => {
  socket.end("\x00\x01SSH-2.0-garbage\r\n\r\n");
};

/** An endless header. */
export const respondWithEndlessHeaders: Responder = (socket) => {
  socket.write("HTTP/1.1 200 OK\r\n");
  const timer = setInterval(() => socket.write(`X-Long: ${"a".repeat(8_000)}\r\n`), 5);
  socket.once("close", () => clearInterval(timer));
};
