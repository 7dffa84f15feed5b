import { afterEach, expect, it } from "vitest";
import { completeEnv, isMailAvailable } from "@/server/core/env/env.ts";
import { mailTransport, requireMail } from "./settings.ts";

const EXTERNAL = {
  DATABASE_URL: "postgres://user:pass@db.test:5432/drydock",
  NEXTAUTH_SECRET: "k7Jq2vXw9ZbN4mTr8LhD1sYf6GcP3aEu",
  NEXTAUTH_URL: "https://drydock.test",
  API_TOKEN_SECRET: "k7Jq2vXw9ZbN4mTr8LhD1sYf6GcP3aEu",
};
const UNSET = { DRYDOCK_EMBEDDED: "true", SMTP_URL: "", MAIL_FROM: "" };

afterEach(() => {
  completeEnv(UNSET);
});

it("embedded mode keeps mails as files", () => {
  completeEnv({ ...UNSET, DATA_DIR: "/tmp/data" });
  expect(mailTransport()).toEqual({ directory: "/tmp/data/mail" });
  expect(() => requireMail()).not.toThrow();
});

it("external mode without SMTP_URL refuses what needs mail", () => {
  completeEnv({ ...EXTERNAL, DRYDOCK_EMBEDDED: "false" });
  expect(isMailAvailable()).toBe(false);
  expect(() => requireMail()).toThrow("This server cannot send email: SMTP_URL is not set.");
});

it("both use the mail server of SMTP_URL", () => {
  completeEnv({ SMTP_URL: "smtp://mail.test", MAIL_FROM: "a@b.test" });
  expect(mailTransport()).toMatchObject({ server: { host: "mail.test", port: 587 } });
});
