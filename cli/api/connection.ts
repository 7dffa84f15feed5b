import { findHttpProxy, type HttpProxy } from "@/shared/http-proxy.ts";
import { withoutTrailingSlash } from "@/shared/text/base-url.ts";
import { CliError, usageError } from "../context/errors.ts";
import type { Env } from "../terminal/style.ts";

export interface Connection {
  /** Without a trailing slash; with a path if the platform is served below one. */
  baseUrl: string;
  token: string;
  tenantId: string;
  /** Expiry claim of the token; null without one. */
  expiresAt: Date | null;
  /** Proxy of the environment; null for a direct connection. */
  proxy: HttpProxy | null;
}

export interface ConnectionOptions {
  apiUrl?: string | undefined;
  token?: string | undefined;
}

/**
 * Connection from the options, else from `CLI_API_URL` and `CLI_TOKEN`; a public one has no token.
 * @throws CliError if one is missing or invalid
 */
export function resolveConnection(
  options: ConnectionOptions,
  env: Env,
  { isPublic = false }: { isPublic?: boolean } = {},
): Connection {
  const token = (options.token ?? env["CLI_TOKEN"] ?? "").trim();
  const baseUrl = parseBaseUrl(options.apiUrl ?? env["CLI_API_URL"] ?? "");
  const proxy = resolveProxy(baseUrl, env);
  if (isPublic) return { baseUrl, token: "", tenantId: "", expiresAt: null, proxy };
  if (token === "") {
    throw usageError(
      "No API token.",
      `Set CLI_TOKEN or --token. Create a token at ${baseUrl}/builder under Settings, API tokens.`,
    );
  }
  return { baseUrl, token, proxy, ...parseClaims(token, baseUrl) };
}

function resolveProxy(baseUrl: string, env: Env): HttpProxy | null {
  try {
    return findHttpProxy(baseUrl, env);
  } catch (error) {
    throw usageError((error as Error).message, "Correct or unset that variable.");
  }
}

/** Normalized base URL. @throws CliError if it is not an http(s) URL of origin and path */
export function parseBaseUrl(text: string): string {
  const hint = "Set CLI_API_URL or --api-url, for example http://127.0.0.1:3000.";
  if (text.trim() === "") throw usageError("No API address.", hint);
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : null;
  if (!url || !["http:", "https:"].includes(url.protocol)) {
    throw usageError(`"${text}" is not an http or https URL.`, hint);
  }
  if (url.username || url.password || url.search || url.hash) {
    throw usageError(`"${url.origin}…" must have only an origin and a path.`, hint);
  }
  return withoutTrailingSlash(url.origin + url.pathname);
}

/** Claims of the token, decoded without verification; the API verifies it. */
function parseClaims(token: string, baseUrl: string): Pick<Connection, "tenantId" | "expiresAt"> {
  const { tid: tenantId, exp } = decodePayload(token);
  if (typeof tenantId !== "string" || /[^\x21-\x7e]/.test(tenantId + token)) {
    throw new CliError({
      code: "UNAUTHENTICATED",
      message: "The token is not a Drydock API token.",
      hint: `Check that it is complete, or create one at ${baseUrl}/builder under Settings, API tokens.`,
    });
  }
  return { tenantId, expiresAt: typeof exp === "number" ? new Date(exp * 1_000) : null };
}

function decodePayload(token: string): { tid?: unknown; exp?: unknown } {
  try {
    return JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()) ?? {};
  } catch {
    return {};
  }
}
