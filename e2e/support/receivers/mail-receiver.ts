import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { SERVER_CERTIFICATE, SERVER_KEY } from "./certificates.ts";

/** Reply of a server that refuses: a code and its text. */
export interface Refusal {
  responseCode: number;
  message: string;
}

/** Behavior of a mail server, changeable while it runs. */
export interface MailBehavior {
  /** Awaited before the reply to RCPT TO. */
  onRecipient?: ((address: string) => Promise<Refusal | null> | Refusal | null) | undefined;
  /** Awaited with the whole mail, before the reply. */
  onContent?: ((content: string) => Promise<Refusal | null> | Refusal | null) | undefined;
  /** Awaited when DATA begins, before any content is read. */
  onDataStart?: (() => Promise<void> | void) | undefined;
}

/** Mail that the server accepted. */
export interface ReceivedMail {
  to: string[];
  content: string;
  isEncrypted: boolean;
  user: string | null;
}

export interface MailReceiver {
  port: number;
  received: ReceivedMail[];
  behavior: MailBehavior;
  close: () => Promise<void>;
}

export interface MailReceiverOptions {
  /** TLS from the first byte, after STARTTLS, or none. The certificate is that of `secure.test`. */
  tls?: "implicit" | "starttls" | "none";
  credentials?: { user: string; pass: string };
  /** A free one by default. */
  port?: number;
}

/** SMTP server on loopback. */
export async function startMailReceiver(options: MailReceiverOptions = {}): Promise<MailReceiver> {
  const { tls = "none", credentials, port = 0 } = options;
  const receiver = { received: [], behavior: {} } as unknown as MailReceiver;
  const settings: SMTPServerOptions = {
    secure: tls === "implicit",
    key: SERVER_KEY,
    cert: SERVER_CERTIFICATE,
    authOptional: credentials === undefined,
    allowInsecureAuth: true,
    disabledCommands: [...(tls === "starttls" ? [] : ["STARTTLS"]), ...(credentials ? [] : ["AUTH"])],
    disableReverseLookup: true,
    closeTimeout: 100,
    onAuth({ username, password }, _session, done) {
      const isRight = username === credentials?.user && password === credentials?.pass;
      if (isRight) done(null, { user: username });
      else done(new Error("Invalid username or password"));
    },
    onRcptTo({ address }, _session, done) {
      const judge = async () => done(toError(await receiver.behavior.onRecipient?.(address)));
      void judge();
    },
    onData(stream, session, done) {
      const read = async (): Promise<void> => {
        await receiver.behavior.onDataStart?.();
        const chunks: Buffer[] = [];
        for await (const chunk of stream) chunks.push(chunk as Buffer);
        const content = Buffer.concat(chunks).toString("utf8");
        const refusal = await receiver.behavior.onContent?.(content);
        if (!refusal) {
          receiver.received.push({
            to: session.envelope.rcptTo.map(({ address }) => address),
            content,
            isEncrypted: session.secure,
            user: typeof session.user === "string" ? session.user : null,
          });
        }
        done(toError(refusal));
      };
      // A connection that breaks ends the stream with an error.
      read().catch(() => undefined);
    },
  };
  const server = new SMTPServer(settings);
  server.on("error", () => undefined);
  server.listen(port, "127.0.0.1");
  await once(server.server, "listening");
  receiver.port = (server.server.address() as AddressInfo).port;
  receiver.close = () => new Promise((resolve) => server.close(() => resolve()));
  return receiver;
}

const toError = (refusal: Refusal | null | undefined) =>
  refusal ? Object.assign(new Error(refusal.message), { responseCode: refusal.responseCode }) : null;
