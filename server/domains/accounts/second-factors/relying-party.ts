import { publicOrigin } from "@/server/core/env/public-origin.ts";
import { AppError } from "@/shared/errors.ts";

export interface RelyingParty {
  id: string;
  origin: string;
}

/**
 * Relying party of passkeys, from `NEXTAUTH_URL`. Browsers accept host names alone: an address of this machine stands for
 * `localhost`, another address has no passkeys.
 */
export function findRelyingParty(): RelyingParty | null {
  if (!URL.canParse(publicOrigin())) return null;
  const url = new URL(publicOrigin());
  if (/^(127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname)) url.hostname = "localhost";
  if (/^[\d.]+$|^\[/.test(url.hostname)) return null;
  return { id: url.hostname, origin: url.origin };
}

/** @throws AppError `INVALID_TRANSITION` */
export function requireRelyingParty(): RelyingParty {
  const party = findRelyingParty();
  if (!party) throw new AppError("INVALID_TRANSITION", "Passkeys need a host name, not an IP address.");
  return party;
}

/** True if a page of this host can use passkeys. */
export function isPasskeyHost(host: string | null): boolean {
  const party = findRelyingParty();
  return party !== null && new URL(party.origin).host === host;
}
