/** Bounds that requests, forms and programs keep alike. Lengths are in characters. */

/** Name of a user, workspace, app, item, token or endpoint. */
export const MAX_NAME_LENGTH = 80;
export const MAX_DESCRIPTION_LENGTH = 5_000;
/** Message between publishers and moderators, comment on a decision, and saved reply. */
export const MAX_MESSAGE_LENGTH = 2_000;
/** Reason that a Super Admin gives for an action. */
export const MAX_REASON_LENGTH = 500;
/** Reason that a publisher or Super Admin gives for an action on a rollout. */
export const MAX_ROLLOUT_REASON_LENGTH = 300;
/** Reason that a Super Admin gives for ending a build, and notice on builds that failed alike. */
export const MAX_BUILD_NOTE_LENGTH = 200;
/** Excerpt of a text in an event, which links to the whole text. */
export const MAX_EXCERPT_LENGTH = 2_000;
export const MAX_SEARCH_LENGTH = 100;
/** The longest address that a mail server must take (RFC 5321). */
export const MAX_EMAIL_LENGTH = 254;
export const MAX_ALT_TEXT_LENGTH = 200;
/** Two rows of large cards on a wide screen. */
export const MAX_FEATURED_ITEMS = 6;
export const MIN_REPORT_LENGTH = 10;
export const MAX_REPORT_LENGTH = 2_000;
/** Preview images of a theme. */
export const MAX_PREVIEWS = 8;
export const UUID_LENGTH = 36;

export const MAX_APP_VERSION_LENGTH = 64;
export const MAX_GIT_REF_LENGTH = 255;
export const MAX_VIEW_NAME_LENGTH = 60;
/** Largest build number, that of PostgreSQL's `integer`. */
export const MAX_BUILD_NUMBER = 2_147_483_647;
export const MAX_ARTIFACT_BYTES = 4 * 1_024 ** 3;
export const MAX_LOG_BYTES = 32 * 1_048_576;

/** Calls in one request to the dashboards' API. */
export const MAX_CALLS_PER_REQUEST = 10;
/** Characters of a commit that name it to people. */
export const SHORT_COMMIT_LENGTH = 7;
/** Slice of a build's log that its page is rendered with: some 500 lines, more than a window shows. */
export const FIRST_LOG_BYTES = 32_768;
