import { unavailablePagePolicy } from "@/server/http/server/content-security-policy.ts";

const NO_SCRIPT_REFRESH_SECONDS = 10;

const REASONS = {
  database: "The database is not responding.",
  pages: "Pages are restarting.",
};

interface Outage {
  missing: keyof typeof REASONS;
  nonce: string;
  requestId: string;
}

/**
 * 503 page while the database or the page process is unavailable. It loads nothing, and reloads once `/api/ready`
 * answers.
 */
export function renderUnavailablePage({ missing, nonce, requestId }: Outage) {
  return renderPage({
    status: 503,
    retryAfterSeconds: 2,
    title: "Temporarily unavailable",
    message: `${REASONS[missing]} No data was lost.`,
    notice: "This page reloads when Drydock is back.",
    script: RETRY_SCRIPT,
    nonce,
    requestId,
  });
}

/** 429 page for an address that requested too many pages. */
export function renderRateLimitedPage(options: {
  message: string;
  retryAfterSeconds: number;
  nonce: string;
  requestId: string;
}) {
  return renderPage({ ...options, status: 429, title: "Too many requests" });
}

interface Page {
  status: number;
  retryAfterSeconds: number;
  title: string;
  message: string;
  notice?: string;
  script?: string;
  nonce: string;
  requestId: string;
}

function renderPage({ status, title, message, notice, script, nonce, requestId, ...page }: Page) {
  const refresh = script
    ? `<noscript><meta http-equiv="refresh" content="${NO_SCRIPT_REFRESH_SECONDS}"></noscript>\n`
    : "";
  return {
    body: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${refresh}<title>${title} · Drydock</title>
<style nonce="${nonce}">${STYLE}</style>
</head>
<body>
<header>${BRAND}</header>
<main>
<h1>${title}</h1>
<p>${message}</p>
${notice ? `<p role="status">${notice}</p>\n` : ""}<p><a href="">Try again</a></p>
<p class="request">Request ID: <code>${requestId}</code></p>
</main>
${script ? `<script nonce="${nonce}">${script}</script>\n` : ""}</body>
</html>
`,
    status,
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Cache-Control": "no-store",
      "Content-Security-Policy": unavailablePagePolicy(nonce),
      "Retry-After": String(page.retryAfterSeconds),
      "X-Request-Id": requestId,
    },
  };
}

/** Polls every 3 to 5 s; the jitter spreads the clients. */
export const RETRY_SCRIPT = `
const wait = () => setTimeout(look, 3000 + Math.random() * 2000);
async function look() {
  const isBack = await fetch("/api/ready", { cache: "no-store" }).then(({ ok }) => ok, () => false);
  if (isBack) location.reload();
  else wait();
}
wait();
`;

const BRAND = `<svg width="24" height="24" viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="7"/><path class="dock" d="M5.5 9v13.5a3 3 0 0 0 3 3h15a3 3 0 0 0 3-3V9" stroke-width="2.5" stroke-linecap="round"/><path class="hull" d="M10.5 10.5h11l-2 8.2a1.6 1.6 0 0 1-1.56 1.22h-3.88A1.6 1.6 0 0 1 12.5 18.7z"/><path class="dock" d="M13 22.6h6" stroke-width="2" stroke-linecap="round"/></svg><span>Drydock</span>`;

/** The colors of `app/tokens.css`, which cannot be loaded here. */
const STYLE = `
:root { --bg: #ffffff; --text: #18181b; --muted: #565660; --accent: #0d6c90; --accent-hover: #0b5875; --focus: #1583ab }
@media (prefers-color-scheme: dark) {
  :root { --bg: #0f0f11; --text: #ededf0; --muted: #a8a8b3; --accent: #0f7599; --accent-hover: #0d6c90; --focus: #3fa9d0 }
}
body { display: grid; grid-template-rows: 3.5rem 1fr; min-height: 100dvh; margin: 0; background: var(--bg); color: var(--text); font: 0.875rem/1.25rem system-ui, sans-serif }
header { display: flex; gap: 0.5rem; align-items: center; padding-inline: 1.25rem; font-size: 0.9375rem; font-weight: 600; letter-spacing: -0.01em }
rect { fill: var(--accent) }
.dock { fill: none; stroke: #ffffff }
.hull { fill: #ffffff }
main { display: grid; align-content: center; justify-items: center; padding: 2rem 1rem 16vh; text-align: center }
h1 { margin: 0; font-size: 1.375rem; font-weight: 600; line-height: 2rem; letter-spacing: -0.015em }
p { max-width: 52ch; margin: 0.5rem 0 0; color: var(--muted); text-wrap: balance }
a { display: inline-flex; align-items: center; height: 2rem; margin-top: 1rem; padding-inline: 0.875rem; border-radius: 0.375rem; background: var(--accent); color: #ffffff; font-weight: 500; text-decoration: none }
a:hover { background: var(--accent-hover) }
a:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px }
.request { margin-top: 1.5rem; font-size: 0.8125rem; overflow-wrap: anywhere }
code { font-family: ui-monospace, monospace; font-size: 0.8125rem; user-select: all }
`;
