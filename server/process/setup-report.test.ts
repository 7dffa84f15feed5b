import { expect, it } from "vitest";
import { readEnv } from "@/server/core/env/env.ts";
import { describeSetup, formatPart } from "./setup-report.ts";

const SECRET = "a-secret-of-tests-with-more-than-32-bytes";
const production = {
  DATABASE_URL: "postgres://drydock@db.example/drydock",
  NEXTAUTH_SECRET: SECRET,
  API_TOKEN_SECRET: SECRET,
};

const reportOf = (given: Record<string, string>) =>
  Object.fromEntries(
    describeSetup(readEnv({ ...production, ...given })).map((report) => [report.part, report]),
  );

it("says of each part that is off or worth a check which setting changes it", () => {
  const report = reportOf({});
  expect(report["address"]).toMatchObject({
    state: "check",
    detail: expect.stringContaining("NEXTAUTH_URL"),
  });
  expect(report["storage"]).toMatchObject({ state: "check", detail: expect.stringContaining("STORAGE_URL") });
  expect(report["email"]).toMatchObject({ state: "off", detail: expect.stringContaining("SMTP_URL") });
  expect(report["secrets"]).toMatchObject({ state: "off", detail: expect.stringContaining("SECRETS_KEY") });
  expect(report["workers"]).toMatchObject({
    state: "off",
    detail: expect.stringContaining("BUILD_SERVER_SECRET"),
  });
  expect(report["outbound"]).toMatchObject({ state: "on" });
});

it("names hosts but no secrets, and says when callbacks and email are held", () => {
  const given = {
    NEXTAUTH_URL: "https://drydock.example/",
    SMTP_URL: "smtp://mailer:hidden-word@mail.example",
    MAIL_FROM: "no-reply@drydock.example",
    STORAGE_URL: "s3://key:hidden-word@s3.example/drydock",
    BUILD_SERVER_SECRET: "hidden-word-of-the-workers",
    OUTBOUND: "hold",
  };
  const report = reportOf(given);
  const lines = Object.values(report).map(formatPart).join("\n");
  expect(report["outbound"]).toMatchObject({
    state: "check",
    detail: expect.stringContaining("OUTBOUND=hold"),
  });
  for (const name of ["drydock.example", "mail.example:587", "https://s3.example/drydock"])
    expect(lines).toContain(name);
  expect(lines).not.toContain("hidden-word");
  expect(["address", "storage", "email", "workers"].map((part) => report[part]?.state)).toEqual(
    Array(4).fill("on"),
  );
});
