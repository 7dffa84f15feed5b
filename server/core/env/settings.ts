import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { z } from "zod";
import { parseAllowList } from "./allow-list.ts";
import { parseMailbox, parseSmtpUrl } from "./mail-server.ts";
import { parseStorageUrl } from "./storage-url.ts";

const secretList = (minLength: number) =>
  z
    .string()
    .transform((value) => value.split(",").map((part) => part.trim()))
    .refine((parts) => parts.every((part) => Buffer.byteLength(part) >= minLength), {
      message: `each comma-separated value must be at least ${minLength} bytes long`,
    });

const httpUrl = z.url({ protocol: /^https?$/, message: "must be an http or https URL" });
const integer = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, `must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .refine((value) => value >= min && value <= max, {
      message: `must be a whole number from ${min} to ${max}`,
    });
const flag = z.enum(["true", "false"], { message: "must be true or false" }).transform((v) => v === "true");

/** Roles of a process: answering requests, running jobs. */
const ROLES = ["web", "jobs"] as const;
const partsOf = (value: string) => value.split(",").map((part) => part.trim());
const roles = z
  .string()
  .refine((value) => partsOf(value).every((part) => ROLES.some((role) => role === part)), {
    message: "must be web, jobs or web,jobs",
  })
  .transform((value) => ROLES.filter((role) => partsOf(value).includes(role)));

const certificateFile = z
  .string()
  .refine(holdsCertificates, "must be the path of a readable file of PEM certificates");

const databaseUrl = z.url({ protocol: /^postgres(ql)?$/, message: "must be a postgres:// URL" });

/** Environment variables, each with its rule and default. */
export const Settings = z.object({
  DATABASE_URL: databaseUrl.optional(),
  DATABASE_PLATFORM_URL: databaseUrl.optional(),
  DATABASE_DIRECT_URL: databaseUrl.optional(),
  DRYDOCK_EMBEDDED: flag.optional(),
  DATA_DIR: z.string().default(".data"),
  HOST: z.string().default("127.0.0.1"),
  PORT: integer(0, 65_535).default(3000),
  WEB_CONCURRENCY: integer(1, 64).default(1),
  ROLES: roles.default([...ROLES]),
  LOG_LEVEL: z.enum(["silent", "error", "warn", "info", "debug"]).default("warn"),
  MIGRATE_ON_START: flag.default(true),
  SHUTDOWN_DELAY_SECONDS: integer(0, 300).default(0),
  DATABASE_POOL_SIZE: integer(1, 200).default(10),
  NEXTAUTH_SECRET: z.string().min(32, "must be at least 32 characters long").optional(),
  NEXTAUTH_URL: httpUrl.optional(),
  API_TOKEN_SECRET: secretList(32).optional(),
  BUILD_SERVER_SECRET: secretList(1).optional(),
  MAC_BUILDER_SECRET: secretList(1).optional(),
  METRICS_TOKEN: z.string().optional(),
  SECRETS_KEY: z
    .string()
    .transform((value) => value.split(",").map((part) => part.trim()))
    .refine((parts) => parts.every((part) => /^[A-Za-z0-9+/_-]{43}=?$/.test(part)), {
      message: "each comma-separated value must be 32 bytes in base64",
    })
    .optional(),
  GITHUB_ID: z.string().optional(),
  GITHUB_SECRET: z.string().optional(),
  OIDC_ISSUER: httpUrl.optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  OIDC_NAME: z.string().default("Single sign-on"),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .transform((value) => value.split(",").map((part) => part.trim()))
    .refine((parts) => parts.every((part) => /^whsec_[\x21-\x7e]+$/.test(part)), {
      message: "each comma-separated value must start with whsec_",
    })
    .optional(),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(sk|rk)_[\x21-\x7e]+$/, "must start with sk_ or rk_")
    .optional(),
  STRIPE_API_BASE: httpUrl.optional(),
  STRIPE_ALLOW_TEST_EVENTS: flag.default(false),
  PAYPAL_WEBHOOK_ID: z
    .string()
    .regex(/^[\x21-\x7b\x7d\x7e]{1,64}$/, "must be a webhook ID")
    .optional(),
  PAYPAL_ENVIRONMENT: z.enum(["live", "sandbox"], { message: "must be live or sandbox" }).default("sandbox"),
  PAYPAL_CLIENT_ID: z.string().optional(),
  PAYPAL_CLIENT_SECRET: z.string().optional(),
  PAYPAL_API_BASE: httpUrl.optional(),
  PAYPAL_CERT_CA_FILE: certificateFile.optional(),
  PAYPAL_VERIFICATION: z.enum(["offline", "api"], { message: "must be offline or api" }).default("offline"),
  PAYPAL_ALLOW_SIMULATOR: flag.default(false),
  BILLING_RETENTION_DAYS: integer(1, 36_500).default(90),
  NOTIFICATION_RETENTION_DAYS: integer(30, 36_500).default(90),
  GC_MAX_PERCENT: integer(1, 100).default(10),
  STORAGE_URL: z.string().superRefine(refuseStorageUrl).optional(),
  OUTBOUND: z.enum(["send", "hold"], { message: "must be send or hold" }).default("send"),
  STORAGE_CA_FILE: certificateFile.optional(),
  OUTBOUND_ALLOW_HOSTS: z
    .string()
    .refine((text) => parseAllowList(text) !== null, {
      message: "must be comma-separated host names, addresses or CIDRs, each with an optional port",
    })
    .optional(),
  SMTP_URL: z
    .string()
    .refine((url) => parseSmtpUrl(url) !== null, "must be smtp:// or smtps://, with user:password@ if needed")
    .optional(),
  MAIL_FROM: z
    .string()
    .refine((text) => parseMailbox(text) !== null, "must be an address, or a name with an <address>")
    .optional(),
  MAIL_RETENTION_DAYS: integer(1, 36_500).default(90),
  BUILD_LEASE_SECONDS: integer(1, 86_400).default(60),
  ROLLOUT_RING_MINUTES: z
    .string()
    .regex(/^\d{1,6},\d{1,6},\d{1,6}$/, "must be three whole numbers of minutes, separated by commas")
    .transform((text) => text.split(",").map(Number))
    .refine((minutes) => minutes.every((value, index) => value >= (minutes[index - 1] ?? 0)), {
      message: "must not decrease",
    })
    .default([60, 360, 1_440]),
  REVIEW_TARGET_HOURS: z
    .string()
    .regex(
      /^[1-9]\d{0,3},[1-9]\d{0,3},[1-9]\d{0,3}$/,
      "must be three whole numbers of hours, separated by commas",
    )
    .default("72,72,48")
    .transform((text) => {
      const [APP_PLUGIN = 0, SYSTEM_PLUGIN = 0, THEME = 0] = text.split(",").map(Number);
      return { APP_PLUGIN, SYSTEM_PLUGIN, THEME };
    }),
  SIGN_UP: z.enum(["open", "closed"], { message: "must be open or closed" }).default("open"),
  TRUST_PROXY: flag.default(false),
  REQUIRE_ADMIN_2FA: flag.default(false),
  RATE_LIMIT_SCALE: z.coerce.number("must be a number").positive("must be greater than 0").default(1),
});

function refuseStorageUrl(url: string, judged: z.RefinementCtx): void {
  try {
    parseStorageUrl(url);
  } catch (error) {
    judged.addIssue({ code: "custom", message: (error as Error).message });
  }
}

function holdsCertificates(path: string): boolean {
  try {
    new X509Certificate(readFileSync(path));
    return true;
  } catch {
    return false;
  }
}
