import { DOCS } from "@/app/_paths/docs.ts";
import { ERROR_CODES, type ErrorCode } from "@/shared/errors.ts";

/** All codes, ordered by status. */
export const errorCodes = Object.keys(ERROR_CODES) as ErrorCode[];

/** The `type` of a problem document: the code in lower-case kebab form. */
export const errorPath = (code: ErrorCode): string => `${DOCS.errors.path}/${toSegment(code)}`;

export const findErrorCode = (segment: string): ErrorCode | undefined =>
  errorCodes.find((code) => toSegment(code) === segment);

const toSegment = (code: ErrorCode): string => code.toLowerCase().replaceAll("_", "-");

/** Documentation of an error code. Code is in backticks. */
interface ErrorDoc {
  meaning: string;
  causes: readonly string[];
  cures: readonly string[];
}

/** Documentation of every error code: a missing one is a type error. */
export const ERROR_DOCS: Readonly<Record<ErrorCode, ErrorDoc>> = {
  // The request itself: its form, its credential, its size.
  MALFORMED_JSON: {
    meaning: "The body is not a JSON document.",
    causes: [
      "The body is empty, truncated or invalid, for example because of a trailing comma, single quotes, or quotes removed by the shell.",
      "The body is not UTF-8.",
    ],
    cures: [
      "Validate the body with a JSON parser.",
      "With `curl`, quote the body or read it from a file with `-d @body.json`.",
    ],
  },
  VALIDATION_FAILED: {
    meaning: "A field, parameter or header is invalid. Nothing was stored.",
    causes: [
      "A required field is missing, or a value has the wrong type, length or format.",
      "A parameter is repeated, or a cursor is not from a previous page.",
    ],
    cures: [
      "Read `errors`: it lists every invalid field with its dotted `path` and rule.",
      "Fix them and send the request again.",
    ],
  },
  TENANT_HEADER_REQUIRED: {
    meaning: "Requests with an API token need a tenant.",
    causes: ["The `X-Tenant-Id` header is missing or empty."],
    cures: ["Send `X-Tenant-Id` with the tenant ID of the token."],
  },
  INVALID_SIGNATURE: {
    meaning: "The signature of a payment webhook is invalid. The event was not accepted.",
    causes: [
      "The configured secret differs from the sender’s.",
      "A proxy changed the body, or the signature is older than five minutes.",
    ],
    cures: [
      "Compare the webhook secrets on both sides. Several can be configured during rotation.",
      "Forward the body unchanged and synchronize the server’s clock.",
    ],
  },
  UNAUTHENTICATED: {
    meaning: "The credential is missing or invalid. The response is the same for every cause.",
    causes: [
      "`Authorization: Bearer …` is missing or repeated, or the token is truncated.",
      "The token has expired or was revoked, its owner left the tenant or was disabled, or the tenant is suspended.",
      "On the build webhook: `x-build-secret` is missing, wrong, or no secret is configured.",
    ],
    cures: [
      "Create a token in the Builder under Settings, API tokens, and send it as `Authorization: Bearer <token>`.",
      "Ask a workspace owner whether you are still a member.",
    ],
  },
  PERMISSION_DENIED: {
    meaning: "The credential is valid but lacks a permission.",
    causes: [
      "The token doesn’t have the permission in `detail`.",
      "Your role limits the token. Viewers are read-only.",
      "Your email is not verified, which publishing requires.",
    ],
    cures: [
      "Create a token with that permission. Tokens are limited by your role.",
      "Ask a workspace owner for another role.",
      "Open the verification link in your email, or request another one under Account.",
    ],
  },
  TENANT_MISMATCH: {
    meaning: "`X-Tenant-Id` is not the tenant of the token.",
    causes: ["The token is for another tenant, or the ID is wrong."],
    cures: ["Use the tenant ID of the token, or a token of that tenant."],
  },
  NOT_FOUND: {
    meaning: "The resource doesn’t exist or belongs to another tenant.",
    causes: ["The path or an ID is wrong.", "The resource belongs to another tenant."],
    cures: ["Check the ID.", "Check the token’s tenant with `GET /api/me`."],
  },
  METHOD_NOT_ALLOWED: {
    meaning: "The path doesn’t support this method.",
    causes: ["The wrong method was used. A redirect can turn `POST` into `GET`."],
    cures: ["Use a method listed in `Allow`."],
  },
  PAYLOAD_TOO_LARGE: {
    meaning: "The body exceeds the size limit.",
    causes: ["A changelog, error log or archive exceeds its limit."],
    cures: ["See the limit in the endpoint’s reference. Send only the end of long logs."],
  },
  UNSUPPORTED_MEDIA_TYPE: {
    meaning: "The media type of the body is not supported.",
    causes: ["`Content-Type` is missing or not `application/json`. `curl -d` alone sends a form."],
    cures: ["Send `Content-Type: application/json`."],
  },
  RATE_LIMITED: {
    meaning: "Too many requests. The request was not processed.",
    causes: ["A loop without a delay, or many processes sharing a token."],
    cures: ["Retry after `Retry-After` seconds.", "Poll builds at the interval given by `X-Poll-Interval`."],
  },
  // The state of what it refers to, or the availability of a part of the platform.
  VERSION_EXISTS: {
    meaning: "This version was submitted before. Each version number can be used once.",
    causes: [
      "The request was repeated without an `Idempotency-Key`.",
      "The version was rejected or withdrawn. Build metadata after `+` doesn’t distinguish versions.",
    ],
    cures: ["Increase the version and publish again.", "Send an `Idempotency-Key` to retry safely."],
  },
  SLUG_TAKEN: {
    meaning: "The slug belongs to another publisher or entity.",
    causes: ["Another tenant registered or published the slug.", "You published it for another entity."],
    cures: ["Choose another slug, or reference the entity it was first published for."],
  },
  BUILD_ALREADY_FINISHED: {
    meaning: "The build already finished with another status.",
    causes: ["Two workers report on the same build, or a late report contradicts an earlier one."],
    cures: [
      "Don’t retry. The report is in the build’s history and won’t be applied.",
      "Check why two workers had the same build.",
    ],
  },
  INVALID_TRANSITION: {
    meaning: "The current status doesn’t allow this action.",
    causes: [
      "Another moderator decided the listing first. See `detail`.",
      "Rejected and withdrawn listings can’t be withdrawn.",
    ],
    cures: ["Fetch the current status and try again."],
  },
  IDEMPOTENCY_CONFLICT: {
    meaning: "A request with this `Idempotency-Key` is still running.",
    causes: ["The client retried before the first request finished."],
    cures: ["Retry with the same key to get the first result."],
  },
  REFERENCE_NOT_FOUND: {
    meaning: "A referenced resource doesn’t exist in your tenant.",
    causes: [
      "`appPluginId`, `themeId` or `systemPluginId` is wrong or belongs to another tenant.",
      "The archive of `archiveSha256` was not uploaded.",
    ],
    cures: ["Check the ID. `errors` names the field."],
  },
  VERSION_NOT_INCREMENTED: {
    meaning: "The version is not higher than existing versions with the same major number.",
    causes: ["An approved or pending version is higher or equal by semver.org precedence."],
    cures: ["Increase the version. `2.0.0-beta.1` is lower than `2.0.0`."],
  },
  ARCHIVE_REJECTED: {
    meaning: "The archive is invalid or doesn’t match the request.",
    causes: [
      "A path, entry, size or `plugin.json` is invalid, or the SHA-256 doesn’t match.",
      "`plugin.json` has another slug, version or type.",
      "A patch release requests a new permission.",
    ],
    cures: ["Fix everything in `errors`, build the archive again and publish it."],
  },
  NOT_INSTALLABLE: {
    meaning: "The item can’t be installed there.",
    causes: [
      "The item has no approved version of that number.",
      "The plugin version has no archive, so there is no code to install.",
      "System plugins are installed in a tenant; app plugins and themes are installed in an app.",
    ],
    cures: ["List the versions of the item, and install one of them."],
  },
  INPUT_UNAVAILABLE: {
    meaning: "An installed version was suspended or withdrawn, so builds can’t include it.",
    causes: ["A moderator suspended the version or its publisher, or the publisher withdrew the version."],
    cures: ["Install another version of the item named in `detail`, or uninstall it."],
  },
  PERMISSIONS_NOT_ACCEPTED: {
    meaning: "The version requests permissions that were not accepted.",
    causes: ["`acceptPermissions` is missing, or lacks a permission that the version requests."],
    cures: ["Review the permissions named in `errors`, and add them to `acceptPermissions`."],
  },
  IDEMPOTENCY_MISMATCH: {
    meaning: "This `Idempotency-Key` was used with another body.",
    causes: ["The key is constant in a script, or the body has a timestamp or random value."],
    cures: ["Use a new key per request. Retry with the identical body."],
  },
  INTERNAL: {
    meaning: "Something went wrong on our end. The cause is logged with the request ID.",
    causes: ["A bug in Drydock."],
    cures: ["Try again. Use an `Idempotency-Key` for writes.", "If it persists, report the `requestId`."],
  },
  UNAVAILABLE: {
    meaning: "A dependency is unavailable or overloaded. The request was not processed.",
    causes: ["The database is unavailable, or all connections are in use."],
    cures: ["Retry after `Retry-After` seconds."],
  },
  PROVIDER_NOT_CONFIGURED: {
    meaning: "The payment provider is not configured.",
    causes: ["The provider’s webhook secret or ID is not set."],
    cures: ["Set it and restart. The provider redelivers events for days."],
  },
};
