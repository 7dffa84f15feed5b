import { createServer, type Server, type Socket } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { TEST_AUTHORITY } from "@/e2e/support/receivers/certificates.ts";
import {
  type MailReceiver,
  type MailReceiverOptions,
  startMailReceiver,
} from "@/e2e/support/receivers/mail-receiver.ts";
import { closedPort } from "@/e2e/support/receivers/receiver.ts";
import { parseAllowList } from "@/server/core/env/allow-list.ts";
import type { MailServer } from "@/server/core/env/mail-server.ts";
import { type OutgoingMail, requiresTls, type SmtpOptions, sendBySmtp } from "./smtp.ts";

const CONTENT = Buffer.from("Subject: Hello\r\n\r\nA line\r\n.\r\nthe last line\r\n");
const TIMEOUTS = { connectMs: 1_000, idleMs: 700, attemptMs: 3_000 };
/** Name of the certificate; it resolves to loopback. */
const HOST = "secure.test";

let stops: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  await Promise.all(stops.map((stop) => stop()));
  stops = [];
});

async function start(options?: MailReceiverOptions): Promise<MailReceiver> {
  const receiver = await startMailReceiver(options);
  stops.push(receiver.close);
  return receiver;
}

const optionsOf = (server: Partial<MailServer>, options: Partial<SmtpOptions> = {}): SmtpOptions => ({
  server: { host: HOST, port: 25, isImplicitTls: false, credentials: null, ...server },
  allow: [],
  resolve: async () => [{ address: "127.0.0.1", family: 4 }],
  ca: TEST_AUTHORITY,
  clientName: "drydock.test",
  timeouts: TIMEOUTS,
  ...options,
});

const send = (options: SmtpOptions, mail: Partial<OutgoingMail> = {}) =>
  sendBySmtp(options, {
    from: "drydock@drydock.test",
    to: "dev@acme.test",
    content: CONTENT,
    beforeEnd: async () => undefined,
    ...mail,
  });

/** Server that answers each line by a function, for behavior that a real server does not have. */
async function startScripted(answer: (line: string, socket: Socket) => string | null): Promise<number> {
  const server: Server = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.write("220 scripted\r\n");
    socket.on("data", (bytes) => {
      for (const line of bytes.toString().split("\r\n").filter(Boolean)) {
        const reply = answer(line, socket);
        if (reply !== null) socket.write(`${reply}\r\n`);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  stops.push(async () => server.close());
  return (server.address() as { port: number }).port;
}

describe("a mail is sent", () => {
  it("without encryption on loopback", async () => {
    const { port, received } = await start();
    expect(await send(optionsOf({ port }))).toEqual({ outcome: "ACCEPTED" });
    expect(received).toMatchObject([{ to: ["dev@acme.test"], isEncrypted: false }]);
    expect(received[0]?.content).toContain("A line\r\n.\r\nthe last line");
  });

  it("by STARTTLS where it is offered", async () => {
    const { port, received } = await start({ tls: "starttls" });
    expect(await send(optionsOf({ port }))).toEqual({ outcome: "ACCEPTED" });
    expect(received).toMatchObject([{ isEncrypted: true }]);
  });

  it("over TLS, with credentials", async () => {
    const credentials = { user: "drydock", pass: "p@ss:word/1" };
    const { port, received } = await start({ tls: "implicit", credentials });
    expect(await send(optionsOf({ port, isImplicitTls: true, credentials }))).toEqual({
      outcome: "ACCEPTED",
    });
    expect(received).toMatchObject([{ isEncrypted: true, user: "drydock" }]);
  });

  it("with its end only after the caller's stamp", async () => {
    const receiver = await start();
    const sent = await send(optionsOf({ port: receiver.port }), {
      beforeEnd: () => Promise.reject(new Error("another attempt has begun")),
    });
    expect(sent.outcome).toBe("POSTPONED");
    expect(receiver.received).toEqual([]);
  });
});

describe("a mail is postponed", () => {
  it.each([
    ["greylisted", 450, "Greylisted, try again later"],
    ["over a limit", 421, "Too many connections"],
  ])("when its recipient is %s", async (_, responseCode, message) => {
    const receiver = await start();
    receiver.behavior.onRecipient = () => ({ responseCode, message });
    expect(await send(optionsOf({ port: receiver.port }))).toMatchObject({
      outcome: "POSTPONED",
      message: expect.stringContaining(`${responseCode} ${message}`),
    });
  });

  it("when the server has no room for its content", async () => {
    const receiver = await start();
    receiver.behavior.onContent = () => ({ responseCode: 452, message: "Insufficient storage" });
    expect(await send(optionsOf({ port: receiver.port }))).toMatchObject({ outcome: "POSTPONED" });
  });

  it("when the credentials are wrong, which is no fault of the mail", async () => {
    const { port } = await start({ tls: "starttls", credentials: { user: "drydock", pass: "right" } });
    const credentials = { user: "drydock", pass: "wrong" };
    const sent = await send(optionsOf({ port, credentials }));
    expect(sent).toMatchObject({ outcome: "POSTPONED", message: expect.stringContaining("535") });
    expect(JSON.stringify(sent)).not.toContain("wrong");
  });

  it.each(["EHLO", "MAIL", "DATA", "X-CONTENT"])("when the server stalls at %s", async (stage) => {
    const port = await startScripted((line) => {
      const word = line.split(" ")[0] ?? "";
      if (word === stage) return null;
      if (word === "DATA") return "354 go on";
      return ["EHLO", "MAIL", "RCPT", "QUIT"].includes(word) ? "250 ok" : null;
    });
    const sent = await send(optionsOf({ port }));
    expect(sent).toMatchObject({ outcome: stage === "X-CONTENT" ? "UNKNOWN" : "POSTPONED" });
  });

  it("when the server sends single bytes for longer than an attempt", async () => {
    const port = await startScripted((line, socket) => {
      if (line.startsWith("EHLO")) {
        const timer = setInterval(() => socket.write("2"), 200);
        socket.on("close", () => clearInterval(timer));
      }
      return null;
    });
    expect(await send(optionsOf({ port }))).toMatchObject({
      outcome: "POSTPONED",
      message: "The server did not respond in time.",
    });
  });

  it("when no server listens, or its name does not resolve", async () => {
    expect(await send(optionsOf({ port: await closedPort() }))).toEqual({
      outcome: "POSTPONED",
      message: "The server refused the connection.",
    });
    expect(await send(optionsOf({}, { resolve: async () => [] }))).toEqual({
      outcome: "POSTPONED",
      message: "The host of SMTP_URL does not resolve.",
    });
  });
});

describe("a mail is refused", () => {
  it("with the reply of a server that knows no such recipient", async () => {
    const receiver = await start();
    receiver.behavior.onRecipient = () => ({ responseCode: 550, message: "No such user" });
    expect(await send(optionsOf({ port: receiver.port }))).toEqual({
      outcome: "REFUSED",
      message: "The server replied: 550 No such user",
    });
  });

  it("when its content is refused", async () => {
    const receiver = await start();
    receiver.behavior.onContent = () => ({ responseCode: 554, message: "Spam" });
    expect(await send(optionsOf({ port: receiver.port }))).toMatchObject({ outcome: "REFUSED" });
  });
});

it("a connection that ends after the whole mail and before the reply leaves its fate unknown", async () => {
  const receiver = await start();
  receiver.behavior.onContent = () => new Promise(() => undefined);
  expect(await send(optionsOf({ port: receiver.port }))).toEqual({
    outcome: "UNKNOWN",
    message: "The server did not confirm that it accepted the email. It may have arrived.",
  });
});

describe("the connection", () => {
  it("verifies the certificate of smtps", async () => {
    const { port, received } = await start({ tls: "implicit" });
    const { ca: _, ...untrusted } = optionsOf({ port, isImplicitTls: true });
    expect(await send(untrusted)).toMatchObject({
      outcome: "POSTPONED",
      message: expect.stringMatching(/^TLS failed/),
    });
    expect(await send(optionsOf({ port, isImplicitTls: true, host: "other.test" }))).toMatchObject({
      outcome: "POSTPONED",
    });
    expect(received).toEqual([]);
  });

  it.each(["10.0.0.1", "169.254.169.254", "100.64.0.1", "::ffff:10.0.0.1", "fd00::1"])(
    "is not opened to the private address %s",
    async (host) => {
      const resolve = undefined as never;
      expect(await send(optionsOf({ host }, { resolve }))).toEqual({
        outcome: "POSTPONED",
        message: `${host} is not a public address. Add it to OUTBOUND_ALLOW_HOSTS.`,
      });
    },
  );

  it("is opened to a private name that the operator allowed", async () => {
    const { port, received } = await start();
    const allow = parseAllowList("relay.internal") ?? [];
    await send(optionsOf({ host: "relay.internal", port }, { allow }));
    expect(received).toHaveLength(1);
  });
});

const LOGIN = { user: "drydock", pass: "secret" };

it.each([
  ["smtp", "93.184.216.34", null, true],
  ["smtp", "2606:2800:220:1::1", LOGIN, true],
  ["smtp", "10.0.0.5", LOGIN, true],
  ["smtp", "fd00::5", LOGIN, true],
  ["smtp", "10.0.0.5", null, false],
  ["smtp", "127.0.0.1", LOGIN, false],
  ["smtp", "::1", null, false],
  ["smtps", "127.0.0.1", null, true],
  ["smtps", "10.0.0.5", null, true],
] as const)("%s at %s with the credentials %o needs TLS: %s", (scheme, address, credentials, isRequired) => {
  expect(requiresTls({ isImplicitTls: scheme === "smtps", credentials }, address)).toBe(isRequired);
});
