import { publicOrigin } from "@/server/core/env/public-origin.ts";
import { truncate } from "@/shared/text/truncate.ts";
import { MAIL_STYLES, STYLE } from "./style.ts";

/** Content of a mail. All texts are plain; links are paths of this server. */
export interface MailMessage {
  subject: string;
  /** Default: the subject. */
  heading?: string;
  /** Line that mail programs show beside the subject. Default: the first of quote, message, items and paragraphs. */
  preview?: string | undefined;
  paragraphs: readonly string[];
  /** Text in a fixed-width font, such as lines of a log. */
  quote?: string | undefined;
  /** Text that a person wrote. It is set apart, so that it cannot pass for the platform's own. */
  message?: string | undefined;
  /** Events of a digest. */
  items?: readonly { title: string; detail: string | null; path: string }[] | undefined;
  action?: { label: string; path: string } | undefined;
  /** Small print after the action, such as how long its link is valid. */
  note?: string | undefined;
  /** Reason for which the recipient gets the mail: "You get this email because …". */
  reason: string;
}

export interface RenderedMail {
  subject: string;
  text: string;
  html: string;
}

/**
 * Renders a message as text and as HTML. The HTML has no remote content, and follows the reader's color scheme where the
 * mail program supports it; elsewhere the inline styles are legible in both.
 * @param unsubscribePage for a mail that can be turned off
 */
export function renderMail(mail: MailMessage, unsubscribePage: string | null): RenderedMail {
  return {
    subject: toLine(mail.subject),
    text: renderText(mail, unsubscribePage),
    html: renderHtml(mail, unsubscribePage),
  };
}

const urlOf = (path: string): string => publicOrigin() + path;

const toLine = (text: string): string => text.replace(/\s+/g, " ").trim();

function renderText(mail: MailMessage, unsubscribePage: string | null): string {
  const { subject, heading = subject, paragraphs, quote, message, items = [], action, note, reason } = mail;
  const blocks = [
    toLine(heading),
    ...paragraphs,
    ...(quote ? [indent(quote)] : []),
    ...(message ? [message.replace(/^/gm, "> ")] : []),
    ...items.map(({ title, detail, path }) =>
      [`- ${toLine(title)}`, ...(detail ? [indent(detail)] : []), `  ${urlOf(path)}`].join("\n"),
    ),
    ...(action ? [`${action.label}:\n${urlOf(action.path)}`] : []),
    ...(note ? [note] : []),
    [
      "--",
      `Drydock · ${publicOrigin()}`,
      reason,
      ...(unsubscribePage ? [`Unsubscribe: ${unsubscribePage}`] : []),
    ].join("\n"),
  ];
  return `${blocks.join("\n\n")}\n`;
}

const indent = (text: string): string => text.replace(/^/gm, "  ");

function renderHtml(mail: MailMessage, unsubscribePage: string | null): string {
  const { subject, heading = subject, paragraphs, quote, message, items = [], action, note, reason } = mail;
  return `<!doctype html>
<html lang="en" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(toLine(subject))}</title>
<style>${MAIL_STYLES}</style>
</head>
<body class="body" style="${STYLE.body}">
<div style="${STYLE.preview}">${escapeHtml(previewOf(mail))}${PREVIEW_FILLER}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" class="body" style="${STYLE.page}">
<tr><td align="center" style="${STYLE.frame}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="${STYLE.column}">
<tr><td class="brand" style="${STYLE.brand}">Drydock</td></tr>
<tr><td class="card" style="${STYLE.card}">
<h1 class="text" style="${STYLE.heading}">${escapeHtml(toLine(heading))}</h1>
${[
  ...paragraphs.map((text) => `<p class="text" style="${STYLE.paragraph}">${withBreaks(text)}</p>`),
  ...(quote ? [`<pre class="quote" style="${STYLE.quote}">${escapeHtml(quote)}</pre>`] : []),
  ...(message
    ? [`<blockquote class="text message" style="${STYLE.message}">${withBreaks(message)}</blockquote>`]
    : []),
  ...(items.length > 0 ? [renderItems(items)] : []),
  ...(action ? [renderAction(action)] : []),
  ...(note ? [`<p class="muted" style="${STYLE.note}">${withBreaks(note)}</p>`] : []),
].join("\n")}
</td></tr>
<tr><td class="muted" style="${STYLE.footer}">
${escapeHtml(reason)}${unsubscribePage ? `<br>${link(unsubscribePage, "Unsubscribe")}` : ""}
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

const MAX_PREVIEW_LENGTH = 140;
/** Blank characters that keep mail programs from filling the line with the heading, which repeats the subject. */
const PREVIEW_FILLER = "&#847;&zwnj;&nbsp;".repeat(MAX_PREVIEW_LENGTH);

function previewOf({ preview, quote, message, items = [], paragraphs }: MailMessage): string {
  const titles = items.map(({ title }) => title).join(", ");
  return truncate(toLine(preview ?? (quote || message || titles || paragraphs[0] || "")), MAX_PREVIEW_LENGTH);
}

function renderItems(items: NonNullable<MailMessage["items"]>): string {
  const rows = items.map(
    ({ title, detail, path }) =>
      `<tr><td class="item" style="${STYLE.item}">${link(urlOf(path), toLine(title))}${
        detail ? `<br><span class="muted" style="${STYLE.detail}">${withBreaks(detail)}</span>` : ""
      }</td></tr>`,
  );
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="${STYLE.items}">
${rows.join("\n")}
</table>`;
}

/** Button, and its address as text for readers who check it before they open it. */
function renderAction({ label, path }: NonNullable<MailMessage["action"]>): string {
  const url = escapeHtml(urlOf(path));
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="${STYLE.action}">
<tr><td class="button" style="${STYLE.button}"><a class="button-link" href="${url}" style="${STYLE.buttonLink}">${escapeHtml(label)}</a></td></tr>
</table>
<p class="muted" style="${STYLE.address}">${link(urlOf(path), urlOf(path))}</p>`;
}

const link = (url: string, label: string): string =>
  `<a class="link" href="${escapeHtml(url)}" style="${STYLE.link}">${escapeHtml(label)}</a>`;

const withBreaks = (text: string): string => escapeHtml(text).replace(/\r?\n/g, "<br>");

const ENTITIES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? "");

const DAY = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" });

/** "December 1, 2026". Mails use UTC, since the reader's time zone is unknown. */
export const formatDay = (date: Date): string => DAY.format(date);

/** "December 1, 2026, 14:30 UTC". */
export const formatMinute = (date: Date): string =>
  `${formatDay(date)}, ${date.toISOString().slice(11, 16)} UTC`;
