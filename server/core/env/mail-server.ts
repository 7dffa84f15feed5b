import { z } from "zod";
import { foldAddress } from "../account-fields.ts";

export interface MailServer {
  host: string;
  port: number;
  /** TLS from the first byte (`smtps:`). Otherwise the connection is upgraded by STARTTLS. */
  isImplicitTls: boolean;
  credentials: { user: string; pass: string } | null;
}

const DEFAULT_PORTS = { "smtp:": 587, "smtps:": 465 } as const;

/** Parses `smtp://user:password@host:port` or `smtps://…`. Null if it is invalid. */
export function parseSmtpUrl(text: string): MailServer | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url?.protocol !== "smtp:" && url?.protocol !== "smtps:") return null;
  const hasMore = !["", "/"].includes(url.pathname) || url.search !== "" || url.hash !== "";
  if (hasMore || url.hostname === "" || (url.username === "") !== (url.password === "")) return null;
  try {
    return {
      host: url.hostname.replace(/^\[|\]$/g, ""),
      port: url.port === "" ? DEFAULT_PORTS[url.protocol] : Number(url.port),
      isImplicitTls: url.protocol === "smtps:",
      credentials:
        url.username === ""
          ? null
          : { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) },
    };
  } catch {
    return null;
  }
}

/** Sender or recipient of a mail. */
export interface Mailbox {
  name: string;
  address: string;
}

/** Parses `Name <address>` or an address alone. Null if it is invalid. */
export function parseMailbox(text: string): Mailbox | null {
  const [, name = "", address = text] = /^([^<>\r\n]{0,100})<([^<>\s]{3,254})>$/.exec(text.trim()) ?? [];
  const folded = foldAddress(address);
  const isAddress = z.email().safeParse(folded).success || LOCAL_ADDRESS.test(folded);
  return isAddress ? { name: name.trim().replace(/^"(.*)"$/, "$1"), address: folded } : null;
}

/** Address at a host without a dot, as in a local network. */
const LOCAL_ADDRESS = /^[a-z0-9._+-]{1,64}@[a-z0-9-]{1,63}$/i;
