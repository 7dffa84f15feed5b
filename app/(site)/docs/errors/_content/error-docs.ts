import { ERROR_CODES, type ErrorCode } from "@/server/platform/errors.ts";

export const ERRORS_PATH = "/docs/errors";

/** All codes, ordered by status. */
export const errorCodes = Object.keys(ERROR_CODES) as ErrorCode[];

/** The `type` of a problem document: the code in lower-case kebab form. */
export const errorPath = (code: ErrorCode): string => `${ERRORS_PATH}/${toSegment(code)}`;

export const findErrorCode = (segment: string): ErrorCode | undefined =>
  errorCodes.find((code) => toSegment(code) === segment);

const toSegment = (code: ErrorCode): string => code.toLowerCase().replaceAll("_", "-");

/** Documentation of an error code. Code stands in backticks. */
interface ErrorDoc {
  meaning: string;
  causes: readonly string[];
  cures: readonly string[];
}

/** Documentation of every error code: a missing one is a type error. */
export const ERROR_DOCS: Readonly<Record<ErrorCode, ErrorDoc>> = {
  // The request itself: its form, its credential, its size.
  MALFORMED_JSON: {
    meaning: "The body could not be read as one JSON document, so none of its fields were looked at.",
    causes: [
      "The body is empty, cut off, or not JSON: a trailing comma, single quotes, a shell that ate the quotation marks.",
      "The bytes are not UTF-8.",
    ],
    cures: [
      "Check the body with a JSON parser before you send it.",
      "With `curl`, put the body in single quotes or read it from a file with `-d @body.json`.",
    ],
  },
  VALIDATION_FAILED: {
    meaning: "At least one field, parameter or header breaks a rule. Nothing was stored.",
    causes: [
      "A required field is missing, or a value has the wrong type, length or form.",
      "A parameter that may stand once stands twice, or a cursor was not taken from an earlier page.",
    ],
    cures: [
      "Read `errors`: it names every wrong field at once, each with its dotted `path` and the rule it breaks.",
      "Correct all of them and send the request again.",
    ],
  },
  TENANT_HEADER_REQUIRED: {
    meaning: "Requests with an API token must say which tenant they mean.",
    causes: ["The header `X-Tenant-Id` is missing or empty."],
    cures: ["Send `X-Tenant-Id` with the id of the tenant for which the token was made."],
  },
  INVALID_SIGNATURE: {
    meaning: "The signature of a payment webhook does not fit its body, so the event was not taken.",
    causes: [
      "The secret configured here is not the one that the sender signs with.",
      "Something between the two changed the body, or the signature is older than five minutes.",
    ],
    cures: [
      "Compare the webhook secrets on both sides; several may be configured while one is rotated.",
      "Pass the body on byte by byte and keep the clock of the server right.",
    ],
  },
  UNAUTHENTICATED: {
    meaning:
      "The request carries no credential that is valid now. The answer is the same whatever is wrong with it.",
    causes: [
      "`Authorization: Bearer …` is missing, stands twice, or the token was cut while copying.",
      "The token has expired or was revoked, its owner left the tenant or was disabled, or the tenant is suspended.",
      "On the build webhook: `x-build-secret` is missing, wrong, or no secret is configured.",
    ],
    cures: [
      "Make a new token on the page Tokens of the Builder and send it as `Authorization: Bearer <token>`.",
      "Ask an owner of the tenant whether you are still a member.",
    ],
  },
  PERMISSION_DENIED: {
    meaning: "The credential is valid, but it does not permit this request.",
    causes: [
      "The token was made without the permission that `detail` names.",
      "Your role in the tenant permits less than the token says: a viewer can only read.",
    ],
    cures: [
      "Make a token with that permission. A token permits at most what your role does.",
      "Ask an owner of the tenant for a role that does.",
    ],
  },
  TENANT_MISMATCH: {
    meaning: "The token belongs to one tenant and `X-Tenant-Id` names another.",
    causes: ["A script for one tenant runs with the token of another, or the id was mistyped."],
    cures: ["Send the id of the tenant for which the token was made, or a token of the tenant you mean."],
  },
  NOT_FOUND: {
    meaning: "Nothing is here for you. What belongs to another tenant is answered in the same way.",
    causes: [
      "The path or an id in it is mistyped.",
      "The thing belongs to another tenant than the token does.",
    ],
    cures: [
      "Compare the id with the list it came from.",
      "Check which tenant the token is for with `GET /api/me`.",
    ],
  },
  METHOD_NOT_ALLOWED: {
    meaning: "The path exists, but not with this method.",
    causes: [
      "A `GET` where only `POST` is known, or the other way round. A redirect can turn one into the other.",
    ],
    cures: ["Use one of the methods that the header `Allow` names."],
  },
  PAYLOAD_TOO_LARGE: {
    meaning: "The body is larger than this request may be. It was not read to its end.",
    causes: ["A changelog, error log or archive beyond its limit."],
    cures: [
      "Keep to the limit in the reference of the endpoint; shorten logs to their end before sending them.",
    ],
  },
  UNSUPPORTED_MEDIA_TYPE: {
    meaning: "The body is of a kind that this request does not take.",
    causes: ["`Content-Type` is missing or is not `application/json`; `curl -d` alone sends a form."],
    cures: ["Send `Content-Type: application/json`."],
  },
  RATE_LIMITED: {
    meaning: "Too many requests in too short a time. Nothing was done.",
    causes: ["A loop without a pause, or many processes that share one token."],
    cures: [
      "Wait as many seconds as `Retry-After` says, then send the request again.",
      "Poll builds no faster than the header `X-Poll-Interval` of their list suggests.",
    ],
  },
  // The state of what it refers to, or the availability of a part of the platform.
  VERSION_EXISTS: {
    meaning:
      "This version of the slug was submitted before. A version number is used once, whatever became of it.",
    causes: [
      "The same request was sent twice without an `Idempotency-Key`.",
      "The version was rejected or withdrawn earlier; its number stays used. Build metadata after `+` does not make another version.",
    ],
    cures: [
      "Raise the version and publish again.",
      "Send an `Idempotency-Key`, so that a repeated request answers with the first result.",
    ],
  },
  SLUG_TAKEN: {
    meaning:
      "Within its type a slug belongs to one publisher and stays with the entity it was published for.",
    causes: [
      "Another tenant registered or published the slug.",
      "You published it for another entity of yours.",
    ],
    cures: ["Choose another slug, or refer to the entity that the slug was published for first."],
  },
  BUILD_ALREADY_FINISHED: {
    meaning: "The build has ended with another status, and a finished build keeps its status.",
    causes: ["Two workers report on one build, or a report comes late and says something else."],
    cures: [
      "Do not repeat the report: it stands in the build's history and will never be applied.",
      "Find out why two workers had the same build.",
    ],
  },
  INVALID_TRANSITION: {
    meaning: "The present state forbids this act.",
    causes: [
      "Somebody else decided first; `detail` says who and when.",
      "A rejected or withdrawn listing cannot be withdrawn again.",
    ],
    cures: ["Read the thing again and act on the state that it has now."],
  },
  IDEMPOTENCY_CONFLICT: {
    meaning: "A request with this `Idempotency-Key` is still running.",
    causes: ["A client gave up waiting and repeated the request while the first one was at work."],
    cures: [
      "Wait a moment and send the same request with the same key: it then answers with the first result.",
    ],
  },
  REFERENCE_NOT_FOUND: {
    meaning: "The body refers to something that your tenant does not have.",
    causes: [
      "The id in `appPluginId`, `themeId` or `systemPluginId` is mistyped or belongs to another tenant.",
      "The archive named by `archiveSha256` was not uploaded.",
    ],
    cures: ["Compare the id with the entity that you registered; `errors` names the field."],
  },
  VERSION_NOT_INCREMENTED: {
    meaning: "A new version must rank above every approved or pending version of its slug.",
    causes: [
      "The version is lower than one that is published or waits for a review, by the rules of semver.org.",
    ],
    cures: ["Raise the version above the highest one. Mind that `2.0.0-beta.1` ranks below `2.0.0`."],
  },
  ARCHIVE_REJECTED: {
    meaning: "The archive cannot be accepted, or it does not fit what is published with it.",
    causes: [
      "A path, a kind of entry, a size or the `plugin.json` in it breaks a rule of archives, or its bytes are not those of the SHA-256.",
      "Its `plugin.json` has another slug, version or type than the request.",
      "It is a patch release that asks for a permission which the version before did not ask for.",
    ],
    cures: ["Correct everything that `errors` names, pack the archive again and publish it."],
  },
  IDEMPOTENCY_MISMATCH: {
    meaning: "This `Idempotency-Key` was used with another body. A key stands for one request.",
    causes: ["A key that is constant in a script, or a body that holds a time or a random value."],
    cures: ["Make a new key for each new request, and repeat a request byte by byte."],
  },
  INTERNAL: {
    meaning: "Something went wrong on our side. The cause is in the log under the request id.",
    causes: ["A defect, or a case that nobody thought of."],
    cures: [
      "Try again once; with an `Idempotency-Key` that is safe for writes.",
      "If it happens again, report the `requestId`.",
    ],
  },
  UNAVAILABLE: {
    meaning: "A part that this request needs is away or too busy. Nothing was done by halves.",
    causes: ["The database restarts or cannot be reached, or all its connections are in use."],
    cures: ["Wait as many seconds as `Retry-After` says, then send the request again."],
  },
  PROVIDER_NOT_CONFIGURED: {
    meaning: "Webhooks of this payment provider cannot be verified, because its settings are missing here.",
    causes: ["The webhook secret or id of the provider is not set."],
    cures: ["Set it and start again. The provider repeats its events for days, so none is lost."],
  },
};
