/** Content security policies of all responses. None allows a remote origin, a frame around the product or a plugin. */

const COMMON = ["base-uri 'none'", "object-src 'none'"];
const UNFRAMED = [...COMMON, "form-action 'self'", "frame-ancestors 'none'"];

const join = (...directives: string[]): string => directives.join("; ");

/** REST and everything that is no page: no scripts, styles or pictures. */
export const API_POLICY = join("default-src 'none'", ...UNFRAMED);

/**
 * Pages: scripts and styles by nonce.
 * @param isDevelopment React evaluates strings there to show call stacks, and Next's overlay brings styles
 */
export const pagePolicy = (nonce: string, isDevelopment: boolean): string =>
  join(
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${isDevelopment ? " 'unsafe-eval'" : ""}`,
    // The search in a log runs in a worker.
    "worker-src 'self'",
    `style-src 'self' ${isDevelopment ? "'unsafe-inline'" : `'nonce-${nonce}'`}`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    ...UNFRAMED,
  );

/** Page that stands in for all others while the database is away. It has no files, and asks whether it is back. */
export const unavailablePagePolicy = (nonce: string): string =>
  join(
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    "connect-src 'self'",
    ...UNFRAMED,
  );

/** Email in a frame of its page, with the styles of its own markup. */
export const MAIL_PREVIEW_POLICY = join(
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  ...COMMON,
  "form-action 'none'",
  "frame-ancestors 'self'",
  "sandbox allow-popups allow-popups-to-escape-sandbox",
);

/** Pictures, which a browser may also show as a document. */
export const PICTURE_POLICY = join("default-src 'none'", "sandbox");
