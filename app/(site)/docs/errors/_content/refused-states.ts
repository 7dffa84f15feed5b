import type { ErrorPage } from "./error-docs";

/** Errors of a request that is well-formed: what it wants does not fit what is there, or a part of us is away. */
export const refusedStates = {
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
} as const satisfies Record<string, ErrorPage>;
