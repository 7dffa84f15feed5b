import { Failure } from "../failure.ts";
import type { Access } from "./access.ts";
import { retryAfterMs } from "./retry.ts";
import type { ConnectionLost, Incoming } from "./transport.ts";
import type { ProblemDocument } from "./views.ts";

/** What a refusal of the API means for the person, and what to do next. */
export function explainRefusal(answer: Incoming, body: unknown, access: Access, now: number): Failure {
  if (!isProblem(body)) return explainForeign(answer, access);
  const { code, detail, requestId, errors } = body;
  return new Failure({
    code,
    message: detail,
    hint: hintFor(body, answer, access, now),
    status: answer.status,
    ...(requestId && { requestId }),
    ...(errors && { problems: errors }),
  });
}

/** No answer at all, after all tries. */
export function explainSilence({ code, message }: ConnectionLost, { baseUrl }: Access): Failure {
  if (NOT_TLS.includes(code) && baseUrl.startsWith("https:")) {
    return new Failure({
      code: "UNREACHABLE",
      message: `${baseUrl} does not speak https.`,
      hint: `Try ${baseUrl.replace("https:", "http:")} with --api-url or CLI_API_URL, or check the port.`,
    });
  }
  const certificate = /CERT|SIGNATURE|SSL|TLS/.test(code);
  return new Failure({
    code: "UNREACHABLE",
    message: `${baseUrl} cannot be reached (${message || code}).`,
    hint: certificate
      ? "Its certificate is not trusted here. Name the authority's file in NODE_EXTRA_CA_CERTS, or check --api-url."
      : "Check --api-url or CLI_API_URL and that the platform is running, then run the command again; nothing is sent twice.",
  });
}

/** What comes of speaking TLS to what speaks something else, by the version of Node.js. */
const NOT_TLS = ["EPROTO", "ERR_SSL_WRONG_VERSION_NUMBER", "ERR_SSL_PACKET_LENGTH_TOO_LONG"];

type Hint = string | ((problem: ProblemDocument, access: Access) => string);

const HINTS: Record<string, Hint> = {
  UNAUTHENTICATED: (_, access) => tokenHint(access),
  PERMISSION_DENIED: (_, { baseUrl }) =>
    `Make a token with that permission at ${baseUrl}/builder under Settings, Tokens; \`cli whoami\` shows what this one permits.`,
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

function hintFor(problem: ProblemDocument, answer: Incoming, access: Access, now: number): string {
  if (problem.code === "RATE_LIMITED") {
    const waitMs = retryAfterMs(answer.headers["retry-after"], now);
    const when = waitMs === null ? "later" : `after ${new Date(now + waitMs).toISOString()}`;
    return `Run the command again ${when}.`;
  }
  const hint = HINTS[problem.code] ?? `Read ${access.baseUrl}/docs/errors for what ${problem.code} means.`;
  return typeof hint === "string" ? hint : hint(problem, access);
}

function tokenHint({ baseUrl, expiresAt }: Access): string {
  const isExpired = expiresAt !== null && expiresAt.getTime() < Date.now();
  const why = isExpired
    ? `The token ended on ${expiresAt.toISOString()}. `
    : "It may have been revoked or be of another platform. ";
  return `${why}Make a new one at ${baseUrl}/builder under Settings, Tokens.`;
}

/** Something answered, but not the platform. */
function explainForeign({ status, headers }: Incoming, { baseUrl }: Access): Failure {
  const { location } = headers;
  if (status >= 300 && status < 400 && location) {
    return new Failure({
      code: "REDIRECTED",
      message: `${baseUrl} leads to ${location}.`,
      hint: "Give that address with --api-url; the token is not sent where a redirect leads.",
      status,
    });
  }
  const mediaType = headers["content-type"]?.split(";")[0] ?? "nothing";
  return new Failure({
    code: "NOT_THE_API",
    message: `${baseUrl} answers ${status} with ${mediaType}, as the platform's API does not.`,
    hint: "Check --api-url or CLI_API_URL: it is the address of the platform, without /api.",
    status,
  });
}

function isProblem(body: unknown): body is ProblemDocument {
  const { code, detail } = (body ?? {}) as Record<string, unknown>;
  return typeof code === "string" && typeof detail === "string";
}
