import { CliError } from "../context/errors.ts";
import type { Connection } from "./connection.ts";
import type { HttpResponse, NetworkError } from "./http.ts";
import type { ProblemDocument } from "./responses.ts";
import { parseRetryAfter } from "./retry.ts";

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
export function toNetworkError({ code, message }: NetworkError, { baseUrl }: Connection): CliError {
  if (NOT_TLS.includes(code) && baseUrl.startsWith("https:")) {
    return new CliError({
      code: "UNREACHABLE",
      message: `${baseUrl} does not speak https.`,
      hint: `Try ${baseUrl.replace("https:", "http:")} with --api-url or CLI_API_URL, or check the port.`,
    });
  }
  return new CliError({
    code: "UNREACHABLE",
    message: `${baseUrl} cannot be reached (${message || code}).`,
    hint: /CERT|SIGNATURE|SSL|TLS/.test(code)
      ? "Its certificate is not trusted here. Name the authority's file in NODE_EXTRA_CA_CERTS, or check --api-url."
      : "Check --api-url or CLI_API_URL and that the platform is running, then run the command again; nothing is sent twice.",
  });
}

/** Hints by error code of the API. */
const HINTS: Record<string, string> = {
  TENANT_MISMATCH: "Use the token as it was made; `cli whoami` shows its tenant.",
  NOT_FOUND: "Check the identifier, and with `cli whoami` that the token is of the tenant that owns it.",
  VALIDATION_FAILED:
    "Correct what is listed and run the command again; `cli plugin validate` checks plugin.json.",
  VERSION_EXISTS:
    'Raise "version" in plugin.json and run the command again; a number stays used even when it was rejected or withdrawn.',
  VERSION_NOT_INCREMENTED:
    'Raise "version" in plugin.json above every version before it and run the command again.',
  SLUG_TAKEN: 'Choose another "slug" in plugin.json; this one belongs to somebody else.',
  ARCHIVE_REJECTED:
    "Correct what is listed and run the command again; `cli plugin build` shows what is packed.",
  REFERENCE_NOT_FOUND: "Run the command again; when this stays, the plugin was removed meanwhile.",
  INVALID_TRANSITION: "`cli listing status <listingId>` shows the state it is in.",
  PAYLOAD_TOO_LARGE: "Pack less: name in .drydockignore what the plugin does not need.",
  INTERNAL: "Run the command again; when it fails again, report it with the request id.",
  UNAVAILABLE: "Wait a moment and run the command again; nothing is lost or sent twice.",
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
        ? `The token ended on ${expiresAt.toISOString()}.`
        : "It may have been revoked or be of another platform.";
    return `${reason} Make a new one at ${baseUrl}/builder under Settings, Tokens.`;
  }
  if (code === "PERMISSION_DENIED") {
    return `Make a token with that permission at ${baseUrl}/builder under Settings, Tokens; \`cli whoami\` shows what this one permits.`;
  }
  if (code === "RATE_LIMITED") {
    const delayMs = parseRetryAfter(headers["retry-after"], now);
    const when = delayMs === null ? "later" : `after ${new Date(now + delayMs).toISOString()}`;
    return `Run the command again ${when}.`;
  }
  return HINTS[code] ?? `Read ${baseUrl}/docs/errors for what ${code} means.`;
}

/** Error for a response of another server: a redirect, a proxy's page. */
function toForeignResponseError({ status, headers }: HttpResponse, { baseUrl }: Connection): CliError {
  const { location } = headers;
  if (status >= 300 && status < 400 && location) {
    return new CliError({
      code: "REDIRECTED",
      message: `${baseUrl} leads to ${location}.`,
      hint: "Give that address with --api-url; the token is not sent where a redirect leads.",
      status,
    });
  }
  const mediaType = headers["content-type"]?.split(";")[0] ?? "nothing";
  return new CliError({
    code: "NOT_THE_API",
    message: `${baseUrl} answers ${status} with ${mediaType}, as the platform's API does not.`,
    hint: "Check --api-url or CLI_API_URL: it is the address of the platform, without /api.",
    status,
  });
}

function isProblemDocument(body: unknown): body is ProblemDocument {
  const { code, detail } = (body ?? {}) as Record<string, unknown>;
  return typeof code === "string" && typeof detail === "string";
}
