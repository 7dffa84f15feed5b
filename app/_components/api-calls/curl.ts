export type ApiCall = {
  method?: "GET" | "POST" | "PUT" | "DELETE";
  /** Path and query: "/api/apps/…/builds?status=FAILED". */
  path: string;
  tenantId?: string;
  /** Further headers, such as `If-None-Match`. */
  headers?: Record<string, string>;
  body?: unknown;
  /** Path of a file that is the body. */
  file?: string;
  /** Default: the API token. */
  credential?: "token" | "build-secret" | "none";
};

const credentials = {
  token: ['-H "Authorization: Bearer $CLI_TOKEN"'],
  "build-secret": ['-H "x-build-secret: $BUILD_SECRET"'],
  none: [],
};

/** curl command of a request; the token comes from the environment variable of the CLI. */
export function toCurl(call: ApiCall, origin: string): string {
  const { method = "GET", path, tenantId, headers = {}, body, file, credential = "token" } = call;
  const sent = {
    ...(tenantId && { "X-Tenant-Id": tenantId }),
    ...(body !== undefined && { "Content-Type": "application/json" }),
    ...headers,
  };
  const parts = [
    method === "GET" ? "curl" : `curl -X ${method}`,
    ...credentials[credential],
    ...Object.entries(sent).map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`-d ${quote(JSON.stringify(body, null, 2))}`]),
    ...(file === undefined ? [] : [`--data-binary ${quote(`@${file}`)}`]),
    quote(`${origin}${path}`),
  ];
  return parts.join(" \\\n  ");
}

export function toCli(command: string, origin: string): string {
  return `${command} \\\n  --api-url ${origin}`;
}

/** Single-quoted shell argument: a shell takes everything in it literally but the quote itself. */
function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
