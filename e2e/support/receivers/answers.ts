import type { Answer } from "./receiver.ts";

/** A whole answer with a body. */
export const answerWhole =
  (status: number, headers: Record<string, string> = {}, body = "ok"): Answer =>
  (socket) => {
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(
      `HTTP/1.1 ${status} Status\r\n${lines.join("")}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
  };

/** The same, but only after a while. */
export const answerAfter =
  (delayMs: number, answer: Answer): Answer =>
  (socket, request) => {
    setTimeout(() => answer(socket, request), delayMs);
  };

/** Nothing, ever. */
export const hang: Answer = () => undefined;

/** A byte now and then, of a body that never ends. */
export const drip =
  (everyMs: number): Answer =>
  (socket) => {
    socket.write("HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n");
    const timer = setInterval(() => socket.write("x"), everyMs);
    socket.once("close", () => clearInterval(timer));
  };

/** As many bytes as the other side will take, up to `bytes`; `sent` learns how many went out. */
export const answerHuge =
  (bytes: number, sent: (bytes: number) => void = () => undefined): Answer =>
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
export const closeInTheMiddle: Answer = (socket) => {
  socket.end("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nhalf of");
};

/** Bytes that are not HTTP. */
export const speakGarbage: Answer = (socket) => {
  socket.end("\x00\x01SSH-2.0-garbage\r\n\r\n");
};

/** An endless header. */
export const endlessHeaders: Answer = (socket) => {
  socket.write("HTTP/1.1 200 OK\r\n");
  const timer = setInterval(() => socket.write(`X-Long: ${"a".repeat(8_000)}\r\n`), 5);
  socket.once("close", () => clearInterval(timer));
};
