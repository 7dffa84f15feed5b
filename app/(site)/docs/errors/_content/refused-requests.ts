import type { ErrorPage } from "./error-docs";

/** Errors that the request itself calls forth: its form, its credential, its size. */
export const refusedRequests = {
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
} as const satisfies Record<string, ErrorPage>;
