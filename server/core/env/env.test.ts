import { describe, expect, it } from "vitest";
import { readEnv } from "./env.ts";

const SECRET = "k7Jq2vXw9ZbN4mTr8LhD1sYf6GcP3aEu";
const KEY = "q83vEjRWeJq83vEjRWeJq0m7Qz1aBcDeFgHiJkLmNoI=";
const DATABASE_URL = "postgres://user:pass@db.test:5432/drydock";
const PRODUCTION = {
  DATABASE_URL,
  NEXTAUTH_SECRET: SECRET,
  NEXTAUTH_URL: "https://drydock.test",
  API_TOKEN_SECRET: SECRET,
};

describe("the environment", () => {
  it("may be empty, and then means a demo on this machine", () => {
    expect(readEnv({})).toMatchObject({ mode: "embedded", HOST: "127.0.0.1", PORT: 3000, DATA_DIR: ".data" });
    expect(readEnv({ PORT: "", API_TOKEN_SECRET: "" })).toMatchObject({ PORT: 3000 });
  });

  it("is production as soon as there is a database of its own", () => {
    expect(readEnv(PRODUCTION).mode).toBe("external");
    expect(readEnv({ ...PRODUCTION, DRYDOCK_EMBEDDED: "false" }).mode).toBe("external");
    expect(readEnv({ DATABASE_URL, DRYDOCK_EMBEDDED: "true" }).mode).toBe("embedded");
  });

  it("holds lists of secrets for rotation", () => {
    const read = readEnv({
      API_TOKEN_SECRET: `${SECRET}, ${SECRET}2`,
      BUILD_SERVER_SECRET: "a,b",
      STRIPE_WEBHOOK_SECRET: "whsec_a,whsec_b",
    });
    expect(read.API_TOKEN_SECRET).toEqual([SECRET, `${SECRET}2`]);
    expect(read.BUILD_SERVER_SECRET).toEqual(["a", "b"]);
    expect(read.STRIPE_WEBHOOK_SECRET).toEqual(["whsec_a", "whsec_b"]);
  });

  it.each([
    { DATABASE_URL: "mysql://db.test/x", DRYDOCK_EMBEDDED: "true" },
    { DRYDOCK_EMBEDDED: "yes" },
    { PORT: "65536" },
    { PORT: "-1" },
    { PORT: "http" },
    { WEB_CONCURRENCY: "0" },
    { ROLES: "web,mail" },
    { ROLES: "," },
    { LOG_LEVEL: "loud" },
    { DATABASE_POOL_SIZE: "0" },
    { NEXTAUTH_SECRET: "short" },
    { NEXTAUTH_URL: "drydock.test" },
    { NEXTAUTH_URL: "javascript:alert(1)" },
    { API_TOKEN_SECRET: SECRET.slice(1) },
    { API_TOKEN_SECRET: `${SECRET},` },
    { API_TOKEN_SECRET: `${SECRET},short` },
    { BUILD_SERVER_SECRET: "a,,b" },
    { SECRETS_KEY: "a-key-that-is-no-base64" },
    { SECRETS_KEY: `${KEY},` },
    { SECRETS_KEY: Buffer.alloc(33, 7).toString("base64") },
    { MAC_BUILDER_SECRET: " , " },
    { STRIPE_WEBHOOK_SECRET: "whsec_a,sk_b" },
    { PAYPAL_ENVIRONMENT: "production" },
    { PAYPAL_WEBHOOK_ID: "WEBHOOK_ID" },
    { PAYPAL_ALLOW_SIMULATOR: "1" },
    { STORAGE_URL: "ftp://host" },
    { STORAGE_URL: "file://host/path" },
    { STORAGE_URL: "file:relative" },
    { STORAGE_URL: "s3://key@host/bucket" },
    { STORAGE_URL: "s3://key:secret@host" },
    { STORAGE_URL: "s3://key:secret@host/bucket/a b" },
    { STORAGE_URL: "s3://key:secret@host/bucket?sse=none" },
    { STORAGE_URL: "s3://key:secret@host/bucket?sse=AES256&kms_key_id=key" },
    { STORAGE_CA_FILE: "/missing/ca.pem" },
    { SMTP_URL: "http://mail.test", MAIL_FROM: "a@b.test" },
    { SMTP_URL: "smtp://", MAIL_FROM: "a@b.test" },
    { SMTP_URL: "smtp://user@mail.test", MAIL_FROM: "a@b.test" },
    { SMTP_URL: "smtp://mail.test/path", MAIL_FROM: "a@b.test" },
    { SMTP_URL: "smtps://u:%zz@mail.test", MAIL_FROM: "a@b.test" },
    { MAIL_FROM: "Drydock", SMTP_URL: "smtp://mail.test" },
    { MAIL_FROM: "Drydock <a@b.test>, c@d.test" },
    { MAIL_FROM: "a@b.test\r\nBcc: c@d.test" },
    { BUILD_LEASE_SECONDS: "0" },
    { ROLLOUT_RING_MINUTES: "60,30,1440" },
    { ROLLOUT_RING_MINUTES: "60" },
    { REVIEW_TARGET_HOURS: "72,48" },
    { REVIEW_TARGET_HOURS: "72,72,0" },
    { RATE_LIMIT_SCALE: "0" },
    { RATE_LIMIT_SCALE: "many" },
  ])("is refused with its wrong variable named: %j", (wrong) => {
    const [name = ""] = Object.keys(wrong);
    expect(() => readEnv(wrong)).toThrow(new RegExp(`^  ${name}: \\S`, "m"));
  });

  it("needs a sender for a mail server", () => {
    expect(() => readEnv({ SMTP_URL: "smtp://mail.test" })).toThrow(/^ {2}MAIL_FROM: must be set/m);
    const MAIL_FROM = "Drydock <no-reply@drydock.test>";
    expect(readEnv({ SMTP_URL: "smtps://u:p%40@mail.test:2465", MAIL_FROM }).MAIL_FROM).toBe(MAIL_FROM);
  });

  it("lets the simulator in where it is a demo and wanted", () => {
    const simulator = { PAYPAL_WEBHOOK_ID: "WEBHOOK_ID", PAYPAL_ALLOW_SIMULATOR: "true" };
    expect(readEnv(simulator).PAYPAL_WEBHOOK_ID).toBe("WEBHOOK_ID");
    expect(() => readEnv({ ...PRODUCTION, ...simulator })).toThrow("PAYPAL_WEBHOOK_ID");
  });
});

describe("in production", () => {
  it.each(["NEXTAUTH_SECRET", "API_TOKEN_SECRET"])("%s has to be there", (name) => {
    expect(() => readEnv({ ...PRODUCTION, [name]: undefined })).toThrow(name);
  });

  it.each([
    { NEXTAUTH_SECRET: "a".repeat(40) },
    { NEXTAUTH_SECRET: "change-me-change-me-change-me-change-me" },
    { API_TOKEN_SECRET: `${SECRET},${"x".repeat(32)}` },
    { API_TOKEN_SECRET: "your-secret-goes-here-your-secret-goes" },
    { BUILD_SERVER_SECRET: "fifteen-bytes-." },
    { BUILD_SERVER_SECRET: `${SECRET},short` },
    { MAC_BUILDER_SECRET: "secret----------" },
    { METRICS_TOKEN: "0000000000000000" },
    { NEXTAUTH_SECRET: "secretsecretsecretsecretsecretsecret" },
    { API_TOKEN_SECRET: "12345678901234567890123456789012" },
    { SECRETS_KEY: Buffer.alloc(32).toString("base64") },
    { SECRETS_KEY: `${KEY},${"A".repeat(42)}E=` },
    { SECRETS_KEY: Buffer.from(Array.from({ length: 32 }, (_, at) => at)).toString("base64") },
    { SECRETS_KEY: Buffer.from("change-me-to-32-bytes-of-a-key!!").toString("base64") },
    { API_TOKEN_SECRET: `${SECRET},super-secret-key-for-development-only` },
    { STRIPE_WEBHOOK_SECRET: "whsec_passwordpassword" },
  ])("weak secrets are refused: %j", (weak) => {
    const [name = ""] = Object.keys(weak);
    expect(() => readEnv({ ...PRODUCTION, ...weak })).toThrow(new RegExp(`^  ${name}: `, "m"));
  });

  it("every wrong variable is named at once, and no value is shown", () => {
    const wrong = {
      ...PRODUCTION,
      PORT: "x",
      API_TOKEN_SECRET: "hush",
      METRICS_TOKEN: "hush-hush",
      NEXTAUTH_SECRET: "",
    };
    const message = messageOf(() => readEnv(wrong));
    for (const name of ["PORT", "API_TOKEN_SECRET", "METRICS_TOKEN", "NEXTAUTH_SECRET"]) {
      expect(message).toContain(`  ${name}: `);
    }
    expect(message).not.toContain("hush");
  });
});

function messageOf(action: () => unknown): string {
  try {
    action();
  } catch (error) {
    return (error as Error).message;
  }
  return "";
}
