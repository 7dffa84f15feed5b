export type ApiCall = {
  method?: "GET" | "POST" | "PUT" | "DELETE";
  /** From the origin on: "/api/apps/…/builds?status=FAILED". */
  path: string;
  tenantId?: string;
  /** Further headers, such as `If-None-Match`. */
  headers?: Record<string, string>;
  body?: unknown;
  /** A file that is sent as it is. */
  file?: string;
  /** The token unless a build worker asks, or anybody may. */
  credential?: "token" | "build-secret" | "none";
};

const credentials = {
  token: ['-H "Authorization: Bearer $CLI_TOKEN"'],
  "build-secret": ['-H "x-build-secret: $BUILD_SECRET"'],
  none: [],
};

/** The request as a command that can be pasted into a shell; the token comes from where the CLI takes it too. */
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

/** In single quotes a shell takes everything literally but the single quote itself. */
function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
