import type { LookupAddress, LookupOptions } from "node:dns";
import { buildConnector } from "undici";
import type { AllowList } from "../platform/env/allow-list.ts";
import { checkTarget, type Resolve } from "./target.ts";

/** The code of the error that a connection to a forbidden place fails with. */
export const BLOCKED_CODE = "OUTBOUND_BLOCKED";

/**
 * Opens connections for undici. It vets the target at this very moment and hands the socket the vetted addresses, so
 * that a name cannot lead elsewhere between the check and the connection; undici's own `lookup` hook would be too
 * little, since it is never asked about a literal address.
 */
export function createGuardedConnector(options: {
  allow: AllowList;
  resolve: Resolve;
  ca: string | undefined;
  timeoutMs: number;
}): buildConnector.connector {
  const { allow, resolve, ca, timeoutMs: timeout } = options;
  return (asked, callback) => {
    const { protocol, hostname } = asked;
    const port = Number(asked.port || (protocol === "https:" ? 443 : 80));
    checkTarget({ protocol, hostname, port }, allow, resolve).then(
      (vetted) => {
        if ("reason" in vetted) {
          const code = vetted.reason === "BLOCKED" ? BLOCKED_CODE : "ENOTFOUND";
          return callback(Object.assign(new Error(vetted.message), { code }), null);
        }
        const pinned = { timeout, lookup: pinnedLookup(vetted.addresses), ...(ca && { ca }) };
        buildConnector(pinned as buildConnector.BuildOptions)(asked, callback);
      },
      (error: Error) => callback(error, null),
    );
  };
}

type LookupCallback = (error: null, address: string | LookupAddress[], family?: number) => void;

function pinnedLookup(addresses: LookupAddress[]) {
  return (_name: string, { all }: LookupOptions, callback: LookupCallback) => {
    const [first] = addresses;
    if (all || !first) callback(null, addresses);
    else callback(null, first.address, first.family);
  };
}
