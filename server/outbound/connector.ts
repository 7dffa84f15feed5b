import type { LookupAddress, LookupOptions } from "node:dns";
import { buildConnector } from "undici";
import type { AllowList } from "../platform/env/allow-list.ts";
import { checkTarget, type Resolve } from "./target.ts";

/** Error code of a connection to a blocked target. */
export const BLOCKED_CODE = "OUTBOUND_BLOCKED";

/**
 * Connector that checks the target when connecting and pins the socket to the checked addresses, which prevents DNS
 * rebinding. A `lookup` hook is not enough, since it is not called for literal addresses.
 */
export function createGuardedConnector(options: {
  allow: AllowList;
  resolve: Resolve;
  ca: string | undefined;
  timeoutMs: number;
}): buildConnector.connector {
  const { allow, resolve, ca, timeoutMs: timeout } = options;
  return (request, callback) => {
    const { protocol, hostname } = request;
    const port = Number(request.port || (protocol === "https:" ? 443 : 80));
    checkTarget({ protocol, hostname, port }, allow, resolve).then(
      (checked) => {
        if ("reason" in checked) {
          const code = checked.reason === "BLOCKED" ? BLOCKED_CODE : "ENOTFOUND";
          return callback(Object.assign(new Error(checked.message), { code }), null);
        }
        const connectOptions = { timeout, lookup: createPinnedLookup(checked.addresses), ...(ca && { ca }) };
        buildConnector(connectOptions as buildConnector.BuildOptions)(request, callback);
      },
      (error: Error) => callback(error, null),
    );
  };
}

type LookupCallback = (error: null, address: string | LookupAddress[], family?: number) => void;

function createPinnedLookup(addresses: LookupAddress[]) {
  return (_name: string, { all }: LookupOptions, callback: LookupCallback) => {
    const [first] = addresses;
    if (all || !first) callback(null, addresses);
    else callback(null, first.address, first.family);
  };
}
