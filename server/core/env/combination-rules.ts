import { isWeakKey, isWeakSecret } from "./weak-secret.ts";

/** Mode of a process: `external` is production. */
export type Mode = "embedded" | "external";

type Given = Record<string, string | undefined>;

/** Violated rules about several variables or the mode. Each is one line that names its variable. */
export const listCombinationProblems = (given: Given, mode: Mode): string[] => [
  ...(mode === "external" ? productionProblems(given) : []),
  ...paypalProblems(given, mode),
  ...mailProblems(given),
];

const LOOPBACK = /^http:\/\/(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:|\/|$)/i;

const REQUIRED_IN_PRODUCTION = ["NEXTAUTH_SECRET", "API_TOKEN_SECRET"];
const MIN_SHARED_SECRET_LENGTH = 16;

function productionProblems(given: Given): string[] {
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

function paypalProblems(given: Given, mode: Mode): string[] {
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

const mailProblems = (given: Given): string[] =>
  given["SMTP_URL"] !== undefined && given["MAIL_FROM"] === undefined
    ? ["MAIL_FROM: must be set when SMTP_URL is set"]
    : [];
