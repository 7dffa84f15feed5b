/** HTTP proxy through which a program reaches the platform. */
export interface HttpProxy {
  /** Address without credentials, also for messages. */
  origin: string;
  /** `Proxy-Authorization` header; null without credentials. */
  authorization: string | null;
}

type Env = Readonly<Record<string, string | undefined>>;

/**
 * Proxy for a URL, by the variables that curl reads: `HTTPS_PROXY` or `HTTP_PROXY` by the URL's scheme, unless `NO_PROXY`
 * excludes its host. Lower case wins. Node.js reads them only in newer versions and on request.
 * @throws Error if the address of the proxy is invalid
 */
export function findHttpProxy(url: string, env: Env): HttpProxy | null {
  const target = new URL(url);
  const name = target.protocol === "https:" ? "HTTPS_PROXY" : "HTTP_PROXY";
  const address = readVariable(env, name);
  return address === "" || isExcluded(target, readVariable(env, "NO_PROXY"))
    ? null
    : parseProxy(address, name);
}

const readVariable = (env: Env, name: string): string => (env[name.toLowerCase()] || env[name] || "").trim();

/** Part of a message that says which way a request took. */
export const describeRoute = (proxy: HttpProxy | null): string =>
  proxy ? `through the proxy ${proxy.origin}` : "without a proxy";

function parseProxy(text: string, name: string): HttpProxy {
  const address = text.includes("://") ? text : `http://${text}`;
  const url = URL.canParse(address) ? new URL(address) : null;
  if (!url || !/^https?:$/.test(url.protocol)) throw invalid(name);
  return { origin: url.origin, authorization: readCredentials(url, name) };
}

function readCredentials({ username, password }: URL, name: string): string | null {
  if (username === "" && password === "") return null;
  try {
    const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
    return `Basic ${Buffer.from(credentials).toString("base64")}`;
  } catch {
    throw invalid(name);
  }
}

/** The value is left out, since it may hold a password. */
const invalid = (name: string) =>
  new Error(`${name} must be an http or https URL, such as http://proxy.example:3128.`);

const DEFAULT_PORTS: Record<string, string> = { "http:": "80", "https:": "443" };

/** Entries are hosts with their subdomains, each with or without a port; `*` is every host. */
function isExcluded({ protocol, hostname, port }: URL, noProxy: string): boolean {
  const targetPort = port || DEFAULT_PORTS[protocol];
  return noProxy
    .toLowerCase()
    .split(/[\s,]+/)
    .some((entry) => {
      if (entry === "*") return true;
      const { host, entryPort } = splitPort(entry);
      if (host === "" || (entryPort !== undefined && entryPort !== targetPort)) return false;
      return host === hostname || hostname.endsWith(`.${host}`);
    });
}

/** Host and port of an entry. IPv6 addresses may stand without brackets; then they have no port. */
function splitPort(entry: string): { host: string; entryPort: string | undefined } {
  if (/^[^[\]]*:[^[\]]*:/.test(entry)) return { host: `[${entry}]`, entryPort: undefined };
  const [, host = "", entryPort] = /^(.*?)(?::(\d+))?$/.exec(entry) ?? [];
  return { host: host.replace(/^\*?\./, ""), entryPort };
}
