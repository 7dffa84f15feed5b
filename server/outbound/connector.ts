import type { LookupAddress, LookupOptions } from "node:dns";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { buildConnector } from "undici";
import { type AllowList, parseAllowList } from "@/server/core/env/allow-list.ts";
import { type CheckedTarget, checkTarget, type Resolve, type Target } from "./target.ts";

/** Public certificate authorities that Node trusts. Other folders may not import `node:tls`. */
export { rootCertificates } from "node:tls";

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
        if ("reason" in checked) return callback(refusalOf(checked), null);
        const connectOptions = { timeout, lookup: createPinnedLookup(checked.addresses), ...(ca && { ca }) };
        buildConnector(connectOptions as buildConnector.BuildOptions)(request, callback);
      },
      (error: Error) => callback(error, null),
    );
  };
}

/**
 * Socket of a mail server, checked and pinned in the same way. Loopback addresses are allowed: the operator names the
 * server.
 * @throws Error with `BLOCKED_CODE`, or of the connection
 */
export async function openGuardedSocket(
  { hostname, port }: Pick<Target, "hostname" | "port">,
  { allow, resolve, timeoutMs }: { allow: AllowList; resolve: Resolve; timeoutMs: number },
): Promise<Socket> {
  const checked = await checkTarget({ protocol: "smtp:", hostname, port }, [...LOOPBACK, ...allow], resolve);
  if ("reason" in checked) throw refusalOf(checked);
  const socket = connect({ host: hostname, port, lookup: createPinnedLookup(checked.addresses) });
  const timer = setTimeout(
    () => socket.destroy(Object.assign(new Error("no connection before the timeout"), { code: "ETIMEDOUT" })),
    timeoutMs,
  );
  try {
    await once(socket, "connect");
    return socket;
  } finally {
    clearTimeout(timer);
  }
}

type Refusal = Extract<CheckedTarget, { reason: unknown }>;

const LOOPBACK = parseAllowList("127.0.0.0/8,::1") ?? [];

const refusalOf = ({ reason, message }: Refusal): Error =>
  Object.assign(new Error(message), { code: reason === "BLOCKED" ? BLOCKED_CODE : "ENOTFOUND" });

type LookupCallback = (error: null, address: string | LookupAddress[], family?: number) => void;

function createPinnedLookup(addresses: LookupAddress[]) {
  return (_name: string, { all }: LookupOptions, callback: LookupCallback) => {
    const [first] = addresses;
    if (all || !first) callback(null, addresses);
    else callback(null, first.address, first.family);
  };
}
