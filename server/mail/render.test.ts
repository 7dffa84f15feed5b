import { simpleParser } from "mailparser";
import { expect, it } from "vitest";
import { completeEnv } from "@/server/core/env/env.ts";
import { composeMail } from "./compose.ts";
import type { MailMessage } from "./render.ts";
import { renderMail } from "./render.ts";
import { toClientName } from "./send-mail.ts";

completeEnv({ DRYDOCK_EMBEDDED: "true", NEXTAUTH_URL: "https://drydock.test/" });

const MESSAGE: MailMessage = {
  subject: "Field Notes #12 failed",
  heading: "Field Notes #12 failed",
  paragraphs: ["The iOS build of version 1.2.0 failed.", "First line\nsecond line"],
  quote: "error: cannot find symbol\n  at line 3",
  message: "Please look.",
  items: [{ title: "A build", detail: "Its reason", path: "/builder/acme/apps/1" }],
  action: { label: "View build", path: "/builder/acme/builds/1" },
  note: "A note.",
  reason: "You get this email because you queued the build.",
};
const PAGE = "https://drydock.test/unsubscribe/token";

const composeFrom = (
  message: MailMessage,
  unsubscribeUrl: string | null = null,
  thread: string | null = null,
) =>
  composeMail({
    id: "01900000-0000-7000-8000-00000000f001",
    toAddress: "dev@acme.test",
    unsubscribeUrl,
    thread,
    createdAt: new Date("2026-01-02T03:04:05Z"),
    ...renderMail(message, unsubscribeUrl && PAGE),
  });

it("text and HTML say the same, with links of the configured address", () => {
  const { text, html } = renderMail(MESSAGE, PAGE);
  const said = [
    MESSAGE.heading,
    "The iOS build of version 1.2.0 failed.",
    "error: cannot find symbol",
    "Please look.",
    "A build",
    "Its reason",
    "https://drydock.test/builder/acme/apps/1",
    "View build",
    "https://drydock.test/builder/acme/builds/1",
    "A note.",
    MESSAGE.reason,
    PAGE,
  ];
  for (const part of said) {
    expect(text).toContain(part);
    expect(html).toContain(part);
  }
});

it("loads nothing from elsewhere and runs nothing", () => {
  const { html } = renderMail(MESSAGE, PAGE);
  expect(html).not.toMatch(/<(img|script|link|iframe|form|object|svg)\b|@import|url\(|\ssrc=|\son[a-z]+=/i);
  expect(
    [...html.matchAll(/href="([^"]*)"/g)].every(([, url]) => url?.startsWith("https://drydock.test/")),
  ).toBe(true);
});

it("shows markup of other people as text", () => {
  const hostile = `<img src=x onerror=alert(1)> "&' </pre><a href="//evil.test">`;
  const { html, text } = renderMail(
    {
      ...MESSAGE,
      subject: `a\r\nBcc: evil@evil.test ${hostile}`,
      heading: hostile,
      paragraphs: [hostile],
      quote: hostile,
      message: hostile,
      preview: hostile,
      items: [{ title: hostile, detail: hostile, path: '/x"><script>' }],
      action: { label: hostile, path: '/y"><script>' },
      note: hostile,
      reason: hostile,
    },
    null,
  );
  expect(html).not.toMatch(/<img|<script|<a href="\/\/evil/);
  expect(text).toContain(hostile);
});

it("sets apart what a person wrote, on each of its lines", () => {
  const said = "Sign in at https://evil.test\n\n--\nDrydock";
  const { html, text } = renderMail({ ...MESSAGE, message: said }, null);
  expect(text).toContain("> Sign in at https://evil.test\n> \n> --\n> Drydock\n");
  expect(html).toMatch(/<blockquote [^>]*>Sign in at https:\/\/evil.test<br><br>--<br>Drydock<\/blockquote>/);
});

it("shows a line beside the subject that does not repeat it", () => {
  const { items: _, quote: __, message: ___, ...plain } = MESSAGE;
  const previewOf = (message: MailMessage) =>
    /<body[^>]*>\s*<div style="display:none[^>]*>(.*?)(?:&#847;|<)/.exec(renderMail(message, null).html)?.[1];
  expect(previewOf(plain)).toBe("The iOS build of version 1.2.0 failed.");
  expect(previewOf({ ...plain, items: MESSAGE.items })).toBe("A build");
  expect(previewOf({ ...plain, message: "Please\nlook." })).toBe("Please look.");
  expect(previewOf({ ...plain, quote: "x".repeat(200) })).toBe(`${"x".repeat(139)}…`);
  expect(previewOf({ ...plain, preview: "Ada invited you." })).toBe("Ada invited you.");
});

it("is a message with both parts, a stable id and no header of other people", async () => {
  const message = { ...MESSAGE, subject: "a\r\nBcc: evil@evil.test" };
  const bytes = await composeFrom(message);
  expect(await composeFrom(message)).toEqual(bytes);
  const parsed = await simpleParser(bytes);
  expect(parsed.subject).toBe("a Bcc: evil@evil.test");
  expect(parsed.headers.has("bcc")).toBe(false);
  expect(parsed.messageId).toBe("<01900000-0000-7000-8000-00000000f001@localhost>");
  expect(parsed.date).toEqual(new Date("2026-01-02T03:04:05Z"));
  expect(parsed.text).toContain("First line\nsecond line");
  expect(parsed.html).toContain("First line<br>second line");
  expect(parsed.headers.has("list-unsubscribe")).toBe(false);
});

it("can be turned off with one click where it may be", async () => {
  const raw = (await composeFrom(MESSAGE, "https://drydock.test/api/mail/unsubscribe/token")).toString();
  expect(raw).toContain("List-Unsubscribe: <https://drydock.test/api/mail/unsubscribe/token>");
  expect(raw).toContain("List-Unsubscribe-Post: List-Unsubscribe=One-Click");
});

it("mails of a thread answer its first message, and have ids of their own", async () => {
  const content = (await composeFrom(MESSAGE, null, "listing.1")).toString();
  const [, domain] = /^Message-ID: <[^@>]+@([^>]+)>/m.exec(content) ?? [];
  expect(content).toContain(`\r\nIn-Reply-To: <listing.1@${domain}>\r\n`);
  expect(content).toContain(`\r\nReferences: <listing.1@${domain}>\r\n`);
  expect((await composeFrom(MESSAGE)).toString()).not.toContain("In-Reply-To");
});

it.each([
  ["drydock.example.com", "drydock.example.com"],
  ["localhost", "[127.0.0.1]"],
  ["10.0.0.7", "[10.0.0.7]"],
  ["[2001:db8::1]", "[IPv6:2001:db8::1]"],
])("a server at %s greets mail servers as %s", (hostname, name) => {
  expect(toClientName(hostname)).toBe(name);
});
