import { describeRoute } from "@/shared/http-proxy.ts";
import { parseRetryAfter } from "@/shared/time.ts";
import { CliError } from "../context/errors.ts";
import { formatInstant, formatMinute } from "../terminal/format.ts";
import type { Connection } from "./connection.ts";
import type { HttpResponse, NetworkError } from "./http.ts";
import type { ProblemDocument } from "./responses.ts";

/** Error for a response that is not a success: the API's problem document and a hint for its code. */
export function toApiError(
  response: HttpResponse,
  body: unknown,
  connection: Connection,
  now: number,
): CliError {
  if (!isProblemDocument(body)) return toForeignResponseError(response, connection);
  const { code, detail, requestId, errors } = body;
  return new CliError({
    code,
    message: detail,
    hint: getHint(code, response, connection, now),
    status: response.status,
    ...(requestId && { requestId }),
    ...(errors && { diagnostics: errors }),
  });
}

/** OpenSSL codes for a server that speaks plain HTTP; they differ between versions of Node.js. */
const NOT_TLS = ["EPROTO", "ERR_SSL_WRONG_VERSION_NUMBER", "ERR_SSL_PACKET_LENGTH_TOO_LONG"];

/** Error for a request without a response after all retries. */
export function toNetworkError({ code, message }: NetworkError, { baseUrl, proxy }: Connection): CliError {
  if (NOT_TLS.includes(code) && baseUrl.startsWith("https:")) {
    return new CliError({
      code: "UNREACHABLE",
      message: `${baseUrl} does not support https.`,
      hint: `Try ${baseUrl.replace("https:", "http:")} or check the port.`,
    });
  }
  return new CliError({
    code: "UNREACHABLE",
    message: `${baseUrl} cannot be reached ${describeRoute(proxy)} (${message || code}).`,
    hint: /CERT|SIGNATURE|SSL|TLS/.test(code)
      ? "The certificate is not trusted. Set NODE_EXTRA_CA_CERTS or check --api-url."
      : `Check --api-url or CLI_API_URL${proxy ? ", the proxy variables" : ""} and that Drydock is running, then try again.`,
  });
}

/** Hints by error code of the API. */
const HINTS: Record<string, string> = {
  TENANT_MISMATCH: "Run `cli whoami` to see the token's workspace.",
  NOT_FOUND: "Check the ID, and the token's workspace with `cli whoami`.",
  VALIDATION_FAILED: "Fix the listed problems and try again.",
  VERSION_EXISTS: 'Increase "version" in plugin.json. Rejected and withdrawn versions cannot be reused.',
  VERSION_NOT_INCREMENTED: 'Increase "version" in plugin.json.',
  SLUG_TAKEN: 'Choose another "slug" in plugin.json.',
  ARCHIVE_REJECTED: "Fix the listed problems and try again. `cli plugin build` shows the archive's files.",
  REFERENCE_NOT_FOUND: "Try again. If it persists, the plugin was removed.",
  NOT_INSTALLABLE: "Check type, slug and version with `cli search`.",
  INPUT_UNAVAILABLE: "Install another version with `cli install`, or run `cli uninstall`.",
  INVALID_TRANSITION: "Check its current status, then try again.",
  PAYLOAD_TOO_LARGE: "Exclude files in .drydockignore.",
  INTERNAL: "Try again. If it persists, report the request ID.",
  UNAVAILABLE: "Try again in a moment.",
};

function getHint(
  code: string,
  { headers }: HttpResponse,
  { baseUrl, expiresAt }: Connection,
  now: number,
): string {
  if (code === "UNAUTHENTICATED") {
    const reason =
      expiresAt !== null && expiresAt.getTime() < now
        ? `The token expired on ${formatMinute(expiresAt.toISOString())}.`
        : "It may be revoked or belong to another server.";
    return `${reason} Create a token at ${baseUrl}/builder under Settings, API tokens.`;
  }
  if (code === "PERMISSION_DENIED") {
    return `Create a token with that permission at ${baseUrl}/builder under Settings, API tokens.`;
  }
  if (code === "RATE_LIMITED") {
    const delayMs = parseRetryAfter(headers["retry-after"], now);
    const when = delayMs === null ? "later" : `after ${formatInstant(new Date(now + delayMs).toISOString())}`;
    return `Try again ${when}.`;
  }
  return HINTS[code] ?? `See ${baseUrl}/docs/errors for ${code}.`;
}

const PROXY_AUTHENTICATION_REQUIRED = 407;

/** Error for a response that is not the API's: a redirect, a page of a proxy. */
function toForeignResponseError({ status, headers }: HttpResponse, { baseUrl, proxy }: Connection): CliError {
  const { location } = headers;
  if (status >= 300 && status < 400 && location) {
    return new CliError({
      code: "REDIRECTED",
      message: `${baseUrl} redirects to ${location}.`,
      hint: "Use that address with --api-url. Tokens are not sent to redirects.",
      status,
    });
  }
  if (proxy && status === PROXY_AUTHENTICATION_REQUIRED) {
    return new CliError({
      code: "UNREACHABLE",
      message: `The proxy ${proxy.origin} requires a valid user name and password.`,
      hint: "Set them in HTTP_PROXY, for example http://user:password@proxy.example:3128.",
      status,
    });
  }
  const mediaType = headers["content-type"]?.split(";")[0] ?? "nothing";
  return new CliError({
    code: "NOT_THE_API",
    message: `${baseUrl}${proxy ? ` ${describeRoute(proxy)}` : ""} returned ${status} with ${mediaType}, which is not a Drydock API response.`,
    hint: "Check --api-url or CLI_API_URL. Use the address without /api.",
    status,
  });
}

function isProblemDocument(body: unknown): body is ProblemDocument {
  const { code, detail } = (body ?? {}) as Record<string, unknown>;
  return typeof code === "string" && typeof detail === "string";
}
