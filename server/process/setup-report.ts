import type { Env } from "@/server/core/env/env.ts";
import { parseSmtpUrl } from "@/server/core/env/mail-server.ts";
import { localOrigin } from "@/server/core/env/public-origin.ts";
import { parseStorageUrl } from "@/server/core/env/storage-url.ts";

/** Line about one part of the installation: in the start report as it is set up, from `npm run doctor` as it works. */
export interface PartReport {
  part: string;
  state: "on" | "off" | "check" | "ok" | "failed";
  /** Names the setting, and for what needs attention the cure. Never a secret. */
  detail: string;
}

/** Parts of the installation by its settings: on, off, or on but worth a check. */
export function describeSetup(settings: Env): PartReport[] {
  const { NEXTAUTH_URL, HOST, PORT, SECRETS_KEY, METRICS_TOKEN, OUTBOUND, ROLES, TRUST_PROXY } = settings;
  const workers = settings.BUILD_SERVER_SECRET ?? settings.MAC_BUILDER_SECRET;
  return [
    NEXTAUTH_URL
      ? reportOn("address", `NEXTAUTH_URL is ${new URL(NEXTAUTH_URL).origin}`)
      : reportCheck(
          "address",
          `NEXTAUTH_URL is not set, so links and callbacks name ${localOrigin(HOST, PORT)}; set it to the public URL`,
        ),
    TRUST_PROXY
      ? reportOn("proxy", "TRUST_PROXY takes the address of a client from the proxy")
      : reportOff("proxy", "TRUST_PROXY is not set; behind a proxy, all clients would share its address"),
    describeStorage(settings),
    describeMail(settings),
    SECRETS_KEY
      ? reportOn("secrets", "SECRETS_KEY encrypts secrets of apps and second factors")
      : reportOff("secrets", "SECRETS_KEY is not set; apps have no secrets, users no authenticator app"),
    workers
      ? reportOn("workers", "build workers sign in with BUILD_SERVER_SECRET or MAC_BUILDER_SECRET")
      : reportOff("workers", "BUILD_SERVER_SECRET is not set; no worker can claim a build"),
    METRICS_TOKEN
      ? reportOn("metrics", "METRICS_TOKEN opens /api/metrics")
      : reportOff("metrics", "METRICS_TOKEN is not set; /api/metrics answers only this machine"),
    OUTBOUND === "hold"
      ? reportCheck("outbound", "OUTBOUND=hold: callbacks and email wait; see npm run outbound")
      : reportOn("outbound", "callbacks and email are sent"),
    ROLES.includes("jobs")
      ? reportOn("jobs", "ROLES includes jobs")
      : reportOff("jobs", "ROLES is web; another process must have the role jobs"),
  ];
}

function describeStorage({ STORAGE_URL = "file:", DATA_DIR }: Env): PartReport {
  const address = parseStorageUrl(STORAGE_URL);
  return address.kind === "s3"
    ? reportOn("storage", `STORAGE_URL leads to ${address.endpoint}`)
    : reportCheck(
        "storage",
        `files are in ${address.directory ?? DATA_DIR} on this machine; replicas on others need STORAGE_URL=s3://…`,
      );
}

function describeMail({ SMTP_URL, mode }: Env): PartReport {
  const server = parseSmtpUrl(SMTP_URL ?? "");
  if (server) return reportOn("email", `SMTP_URL leads to ${server.host}:${server.port}`);
  return mode === "embedded"
    ? reportOn("email", "SMTP_URL is not set; email is kept as files in DATA_DIR")
    : reportOff("email", "SMTP_URL is not set; nobody is invited, verified or notified by email");
}

const reportOn = (part: string, detail: string): PartReport => ({ part, state: "on", detail });
const reportOff = (part: string, detail: string): PartReport => ({ part, state: "off", detail });
const reportCheck = (part: string, detail: string): PartReport => ({ part, state: "check", detail });

export const formatPart = ({ part, state, detail }: PartReport): string =>
  `  ${part.padEnd(10)} ${state.padEnd(6)} ${detail}`;
