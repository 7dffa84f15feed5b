import { Readable } from "node:stream";
import SMTPConnection from "nodemailer/lib/smtp-connection";
import type { AllowList } from "@/server/core/env/allow-list.ts";
import type { MailServer } from "@/server/core/env/mail-server.ts";
import { firstCharacters } from "@/shared/text/truncate.ts";
import { openGuardedSocket } from "../outbound/connector.ts";
import { isPublicAddress } from "../outbound/public-address.ts";
import { type Resolve, resolveName } from "../outbound/target.ts";

/**
 * Result of an attempt. `POSTPONED` can be retried, `REFUSED` cannot. `UNKNOWN`: the connection ended after the whole mail
 * was sent and before the reply.
 */
export type SmtpResult =
  | { outcome: "ACCEPTED" }
  | { outcome: "POSTPONED" | "REFUSED" | "UNKNOWN"; message: string };

export interface SmtpOptions {
  server: MailServer;
  allow: AllowList;
  resolve?: Resolve;
  /** Certificate authorities in PEM, instead of the public ones. */
  ca?: string;
  /** Name of this host for the greeting. */
  clientName: string;
  timeouts?: SmtpTimeouts;
}

export interface SmtpTimeouts {
  connectMs: number;
  /** Without any byte from the server. */
  idleMs: number;
  /** Of the whole attempt, so that a server that sends single bytes ends, too. */
  attemptMs: number;
}

const TIMEOUTS: SmtpTimeouts = { connectMs: 15_000, idleMs: 60_000, attemptMs: 180_000 };

export interface OutgoingMail {
  from: string;
  to: string;
  content: Buffer;
  /** Awaited before the end of the content is sent. If it rejects, the server gets no complete mail. */
  beforeEnd: () => Promise<void>;
}

/** Sends one mail over a connection of its own. */
export async function sendBySmtp(options: SmtpOptions, mail: OutgoingMail): Promise<SmtpResult> {
  let isEnding = false;
  const beforeEnd = async (): Promise<void> => {
    await mail.beforeEnd();
    isEnding = true;
  };
  try {
    await converse(options, { ...mail, beforeEnd });
    return { outcome: "ACCEPTED" };
  } catch (error) {
    return classify(error as SmtpError, isEnding);
  }
}

/** Connects to the server and signs in, without sending a mail. */
export async function probeSmtp(options: SmtpOptions): Promise<SmtpResult> {
  try {
    await converse(options, null);
    return { outcome: "ACCEPTED" };
  } catch (error) {
    return classify(error as SmtpError, false);
  }
}

async function converse(options: SmtpOptions, mail: OutgoingMail | null): Promise<void> {
  const { server, allow, resolve = resolveName, timeouts = TIMEOUTS } = options;
  const { host, port, credentials } = server;
  const target = { hostname: host, port };
  const socket = await openGuardedSocket(target, { allow, resolve, timeoutMs: timeouts.connectMs });
  const isTlsRequired = requiresTls(server, socket.remoteAddress ?? "");
  const connection = new SMTPConnection({
    host,
    port,
    connection: socket,
    name: options.clientName,
    secure: server.isImplicitTls,
    requireTLS: isTlsRequired && !server.isImplicitTls,
    tls: { rejectUnauthorized: isTlsRequired, ...(options.ca && { ca: options.ca }) },
    connectionTimeout: timeouts.attemptMs,
    greetingTimeout: timeouts.idleMs,
    socketTimeout: timeouts.idleMs,
    socketCloseTimeout: 1_000,
  });
  try {
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(
        () => reject(Object.assign(new Error(), { code: "ETIMEDOUT" })),
        timeouts.attemptMs,
      );
      const settle = (error?: Error | null): void => {
        clearTimeout(timer);
        if (error) reject(error);
        else resolve();
      };
      connection.on("error", settle);
      // A reply that ends the session comes as an error, after the end of the connection.
      connection.once("end", () => setImmediate(settle, Object.assign(new Error(), { code: "ECONNECTION" })));
      const send = (): void => {
        if (!mail) {
          settle();
          return;
        }
        const envelope = { from: mail.from, to: [mail.to], size: mail.content.length };
        connection.send(envelope, Readable.from(contentOf(mail)), settle);
      };
      connection.connect((error) => {
        if (error) settle(error);
        else if (credentials) connection.login(credentials, (failed) => (failed ? settle(failed) : send()));
        else send();
      });
    });
    connection.quit();
  } catch (error) {
    connection.close();
    throw error;
  }
}

const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/;

/**
 * True if a connection to a mail server at an address needs TLS with a verified certificate. An unencrypted one would do on
 * loopback, and without credentials in a private network, which only the operator can allow. There STARTTLS is used if it is
 * offered. A certificate of `smtps:` is always verified.
 */
export const requiresTls = (
  { isImplicitTls, credentials }: Pick<MailServer, "isImplicitTls" | "credentials">,
  address: string,
): boolean =>
  isImplicitTls || !(LOOPBACK.test(address) || (credentials === null && !isPublicAddress(address)));

async function* contentOf({ content, beforeEnd }: OutgoingMail): AsyncGenerator<Buffer> {
  yield content;
  await beforeEnd();
}

interface SmtpError extends NodeJS.ErrnoException {
  response?: string;
  responseCode?: number;
  command?: string;
}

/** Commands whose refusal is about this mail; other refusals are about the server or its settings. */
const MAIL_COMMANDS = ["MAIL FROM", "RCPT TO", "DATA"];
const MAX_REPLY_LENGTH = 300;

function classify(error: SmtpError, isEnding: boolean): SmtpResult {
  const { responseCode = 0, response = "", command = "" } = error;
  if (responseCode === 0 && isEnding) {
    return {
      outcome: "UNKNOWN",
      message: "The server did not confirm that it accepted the email. It may have arrived.",
    };
  }
  if (responseCode === 0) return { outcome: "POSTPONED", message: describeFailure(error) };
  const reply = firstCharacters(response.replace(/\s+/g, " "), MAX_REPLY_LENGTH);
  const isRefusal = responseCode >= 500 && MAIL_COMMANDS.includes(command);
  return { outcome: isRefusal ? "REFUSED" : "POSTPONED", message: `The server replied: ${reply}` };
}

function describeFailure({ code = "", message, command }: SmtpError): string {
  if (code === "OUTBOUND_BLOCKED") return `${message}. Add it to OUTBOUND_ALLOW_HOSTS.`;
  if (code === "ENOTFOUND" || code === "EAI_AGAIN") return "The host of SMTP_URL does not resolve.";
  if (code === "ETIMEDOUT" || code === "ABORT_ERR" || code === "EGREETING") {
    return "The server did not respond in time.";
  }
  if (code === "ETLS" || /certificate|TLS|SSL/i.test(message)) return `TLS failed: ${message}`;
  if (code === "EAUTH") return `Authentication failed: ${message}`;
  if (code === "ECONNREFUSED") return "The server refused the connection.";
  return command && command !== "CONN"
    ? `The connection closed during ${command}.`
    : "The connection closed.";
}
