import { describe, expect, it } from "vitest";
import { parseMailbox, parseSmtpUrl } from "./mail-server.ts";

describe("SMTP_URL", () => {
  it.each([
    ["smtp://mail.test", { host: "mail.test", port: 587, isImplicitTls: false, credentials: null }],
    ["smtps://mail.test/", { host: "mail.test", port: 465, isImplicitTls: true, credentials: null }],
    [
      "smtps://user%40mail.test:p%3Aw%2F@mail.test:2465",
      {
        host: "mail.test",
        port: 2465,
        isImplicitTls: true,
        credentials: { user: "user@mail.test", pass: "p:w/" },
      },
    ],
    ["smtp://[::1]:1025", { host: "::1", port: 1025, isImplicitTls: false, credentials: null }],
  ])("%s names a server", (url, server) => {
    expect(parseSmtpUrl(url)).toEqual(server);
  });

  it.each(["mail.test", "smtp:mail.test:x", "smtp://u:p@", "smtp://mail.test?tls=none", "imap://mail.test"])(
    "%s names none",
    (url) => {
      expect(parseSmtpUrl(url)).toBeNull();
    },
  );
});

describe("MAIL_FROM", () => {
  it.each([
    ["no-reply@drydock.test", { name: "", address: "no-reply@drydock.test" }],
    ["Drydock <no-reply@drydock.test>", { name: "Drydock", address: "no-reply@drydock.test" }],
    ['"Drydock, Inc." <a@b.test>', { name: "Drydock, Inc.", address: "a@b.test" }],
    ["drydock@localhost", { name: "", address: "drydock@localhost" }],
  ])("%s is a sender", (text, mailbox) => {
    expect(parseMailbox(text)).toEqual(mailbox);
  });

  it.each(["", "Drydock", "<>", "a@b.test, c@d.test", "A <a@b.test> B", "a\nb <a@b.test>"])(
    "%j is none",
    (text) => {
      expect(parseMailbox(text)).toBeNull();
    },
  );
});
