import type { MailServer } from "@/server/core/env/mail-server.ts";
import { isPublicAddress } from "../outbound/public-address.ts";

const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/;

/**
 * TLS of a connection to a mail server at an address. It is required, and its certificate verified, but where an unencrypted
 * connection would do: on loopback, and without credentials in a private network, which only the operator can allow. There
 * STARTTLS is used if it is offered. A certificate of `smtps:` is always verified.
 */
export function planTls(
  { isImplicitTls, credentials }: Pick<MailServer, "isImplicitTls" | "credentials">,
  address: string,
): { isRequired: boolean; isVerified: boolean } {
  const isPlainAllowed = LOOPBACK.test(address) || (!isPublicAddress(address) && credentials === null);
  const isRequired = isImplicitTls || !isPlainAllowed;
  return { isRequired, isVerified: isRequired };
}
