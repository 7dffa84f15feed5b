import type { EntryPoint } from "./entry-points.ts";
import type { Account } from "./fixtures.ts";

export interface RequestOptions {
  /** Account for the token and tenant header. */
  as?: Account | undefined;
  /** Additional headers; null removes a default one. */
  headers?: Record<string, string | null> | undefined;
  /** JSON body. */
  json?: unknown;
  /** Raw body, without a media type. */
  body?: string | Uint8Array<ArrayBuffer> | undefined;
}

export interface HttpResponse {
  status: number;
  headers: Headers;
  text: string;
}

/** Sends a request: `sendRequest(entryPoint, "POST /api/marketplace/publish", { as: account, json })`. */
export async function sendRequest(
  entryPoint: EntryPoint,
  request: string,
  options: RequestOptions = {},
): Promise<HttpResponse> {
  const [method = "", path = ""] = request.split(/ (.*)/s);
  const body = options.json === undefined ? options.body : JSON.stringify(options.json);
  const response = await fetch(entryPoint.origin + path, {
    method,
    headers: headersOf(options),
    redirect: "manual",
    ...(body !== undefined && { body: typeof body === "string" ? new TextEncoder().encode(body) : body }),
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

function headersOf({ as, json, headers = {} }: RequestOptions): Record<string, string> {
  const all: Record<string, string | null> = {
    ...(as && { Authorization: `Bearer ${as.token}`, "X-Tenant-Id": as.tenantId }),
    ...(json !== undefined && { "Content-Type": "application/json" }),
    ...headers,
  };
  return Object.fromEntries(
    Object.entries(all).filter((header): header is [string, string] => header[1] !== null),
  );
}
