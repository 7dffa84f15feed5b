import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { z } from "zod";
import { parseAllowList } from "./allow-list.ts";
import { parseMailbox, parseSmtpUrl } from "./mail-server.ts";
import { parseStorageUrl } from "./storage-url.ts";
import { isWeakKey, isWeakSecret } from "./weak-secret.ts";

/**
 * Settings of the process, checked at start. The mode is `external` when `DATABASE_URL` is set: production, in which
 * nothing is generated and weak secrets refuse the start.
 */
export type Env = z.output<typeof Settings> & { mode: "embedded" | "external" };

/** Secrets that embedded mode generates into the data directory when they are unset. */
export const GENERATED_SECRETS = [
  "NEXTAUTH_SECRET",
  "API_TOKEN_SECRET",
  "BUILD_SERVER_SECRET",
  "METRICS_TOKEN",
  "SECRETS_KEY",
] as const;

/**
 * Parses and validates the environment.
 * @throws Error with one line for each invalid variable, naming its rule
 */
export function readEnv(source: Record<string, string | undefined>): Env {
  const given = Object.fromEntries(
    Object.entries(source).filter(([, value]) => value !== undefined && value !== ""),
  );
  const mode = modeOf(given);
  const parsed = Settings.safeParse(given);
  const problems = parsed.success
    ? []
    : parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
  problems.push(
    ...(mode === "external" ? productionProblems(given) : []),
    ...paypalProblems(given, mode),
    ...mailProblems(given),
  );
  if (!parsed.success || problems.length > 0) {
    throw invalidEnvironment(problems);
  }
  return { ...parsed.data, mode };
}

/** Mode of an environment, validated or not. */
export const modeOf = (given: Record<string, string | undefined>): Env["mode"] =>
  given["DATABASE_URL"] && given["DRYDOCK_EMBEDDED"] !== "true" ? "external" : "embedded";

/** Settings of this process, after the launcher completed them. */
export function env(): Env {
  checked ??= readEnv(process.env);
  return checked;
}

/** Adds settings that the launcher found or generated, for this process and its children. */
export function completeEnv(values: Record<string, string>): Env {
  Object.assign(process.env, values);
  checked = readEnv(process.env);
  return checked;
}

/** Environment as received, for child processes and the first validation. */
export function rawEnv(): Record<string, string | undefined> {
  return process.env;
}

let checked: Env | undefined;

const secretList = (minLength: number) =>
  z
    .string()
    .transform((value) => value.split(",").map((part) => part.trim()))
    .refine((parts) => parts.every((part) => Buffer.byteLength(part) >= minLength), {
      message: `each comma-separated value must be at least ${minLength} bytes long`,
    });

/** Error of settings that cannot be used. */
export const invalidEnvironment = (problems: readonly string[]): Error =>
  new Error(`Invalid environment:\n${problems.map((line) => `  ${line}`).join("\n")}`);

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

const Settings = z.object({
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, message: "must be a postgres:// URL" }).optional(),
  DRYDOCK_EMBEDDED: flag.optional(),
  DATA_DIR: z.string().default(".data"),
  HOST: z.string().default("127.0.0.1"),
  PORT: integer(0, 65_535).default(3000),
  WEB_CONCURRENCY: integer(1, 64).default(1),
  ROLES: roles.default([...ROLES]),
  LOG_LEVEL: z.enum(["silent", "error", "warn", "info", "debug"]).default("warn"),
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
  PAYPAL_CERT_CA_FILE: z
    .string()
    .refine(holdsCertificates, "must be the path of a readable file of PEM certificates")
    .optional(),
  PAYPAL_VERIFICATION: z.enum(["offline", "api"], { message: "must be offline or api" }).default("offline"),
  PAYPAL_ALLOW_SIMULATOR: flag.default(false),
  BILLING_RETENTION_DAYS: integer(1, 36_500).default(90),
  NOTIFICATION_RETENTION_DAYS: integer(30, 36_500).default(90),
  STORAGE_URL: z.string().superRefine(refuseStorageUrl).optional(),
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

const REQUIRED_IN_PRODUCTION = ["NEXTAUTH_SECRET", "API_TOKEN_SECRET"];
const MIN_SHARED_SECRET_LENGTH = 16;

function productionProblems(given: Record<string, string | undefined>): string[] {
  const missing = REQUIRED_IN_PRODUCTION.filter((name) => given[name] === undefined).map(
    (name) => `${name}: must be set when DATABASE_URL is set`,
  );
  const short = [
    "BUILD_SERVER_SECRET",
    "MAC_BUILDER_SECRET",
    "METRICS_TOKEN",
    "STRIPE_WEBHOOK_SECRET",
  ].flatMap((name) =>
    (given[name]?.split(",") ?? []).some((part) => Buffer.byteLength(part.trim()) < MIN_SHARED_SECRET_LENGTH)
      ? [`${name}: each value must be at least ${MIN_SHARED_SECRET_LENGTH} bytes long`]
      : [],
  );
  const known = [
    "NEXTAUTH_SECRET",
    "API_TOKEN_SECRET",
    "BUILD_SERVER_SECRET",
    "MAC_BUILDER_SECRET",
    "METRICS_TOKEN",
    "SECRETS_KEY",
    "STRIPE_WEBHOOK_SECRET",
  ].flatMap((name) =>
    (given[name]?.split(",") ?? []).some((part) =>
      name === "SECRETS_KEY" ? isWeakKey(part) : isWeakSecret(part.trim()),
    )
      ? [`${name}: is a well-known value; generate one with "openssl rand -base64 32"`]
      : [],
  );
  return [...missing, ...short, ...known];
}

function paypalProblems(given: Record<string, string | undefined>, mode: Env["mode"]): string[] {
  const problems: string[] = [];
  const hasId = given["PAYPAL_CLIENT_ID"] !== undefined;
  if (hasId !== (given["PAYPAL_CLIENT_SECRET"] !== undefined)) {
    problems.push(
      `PAYPAL_CLIENT_${hasId ? "SECRET" : "ID"}: must be set when PAYPAL_CLIENT_${hasId ? "ID" : "SECRET"} is set`,
    );
  }
  if (given["PAYPAL_VERIFICATION"] === "api" && !hasId) {
    problems.push("PAYPAL_VERIFICATION: api requires PAYPAL_CLIENT_ID and PAYPAL_CLIENT_SECRET");
  }
  for (const name of ["PAYPAL_API_BASE", "STRIPE_API_BASE"]) {
    const base = given[name];
    if (mode === "external" && base?.startsWith("http:") && !LOOPBACK.test(base)) {
      problems.push(`${name}: must be https because credentials are sent to it`);
    }
  }
  const isWanted = mode === "embedded" && given["PAYPAL_ALLOW_SIMULATOR"] === "true";
  if (given["PAYPAL_WEBHOOK_ID"] === "WEBHOOK_ID" && !isWanted) {
    problems.push(
      "PAYPAL_WEBHOOK_ID: WEBHOOK_ID is the ID of the simulator, which does not authenticate the sender",
    );
  }
  return problems;
}

const mailProblems = (given: Record<string, string | undefined>): string[] =>
  given["SMTP_URL"] !== undefined && given["MAIL_FROM"] === undefined
    ? ["MAIL_FROM: must be set when SMTP_URL is set"]
    : [];

const LOOPBACK = /^http:\/\/(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:|\/|$)/i;

function holdsCertificates(path: string): boolean {
  try {
    new X509Certificate(readFileSync(path));
    return true;
  } catch {
    return false;
  }
}
