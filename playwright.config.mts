import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineConfig } from "@playwright/test";
import { findBrowser } from "./e2e/support/browser.ts";
import {
  E2E_BUILD_SECRET,
  E2E_MAIL_CREDENTIALS,
  E2E_STRIPE_SECRET,
  E2E_TOKEN_SECRET,
} from "./e2e/support/secrets.ts";

const port = Number(process.env["E2E_PORT"] ?? 3187);
const baseURL = `http://127.0.0.1:${port}`;
const smtpPort = port + 1;
const mailboxPort = port + 2;
process.env["E2E_MAILBOX"] = `http://127.0.0.1:${mailboxPort}`;
const dataDir = process.env["E2E_DATA_DIR"] ?? makeDataDir();

/** Creates the data directory. Workers load this file again and find it in the environment; its creator removes it. */
function makeDataDir(): string {
  const path = mkdtempSync(join(tmpdir(), "drydock-e2e-"));
  process.env["E2E_DATA_DIR"] = path;
  process.once("exit", () => rmSync(path, { recursive: true, force: true }));
  return path;
}

const { user, pass } = E2E_MAIL_CREDENTIALS;

const PAGES = "accessibility.spec.ts";

/** Journeys in a real browser against the product as started by `npm start`, with the demo data. */
export default defineConfig({
  testDir: "e2e/journeys",
  workers: 2,
  // Journeys write to one platform, so they run one after the other; pages are only read.
  projects: [
    { name: "journeys", testIgnore: PAGES, workers: 1 },
    { name: "pages", testMatch: PAGES, fullyParallel: true },
  ],
  forbidOnly: true,
  retries: process.env["CI"] ? 1 : 0,
  timeout: 180_000,
  expect: { timeout: 10_000 },
  reporter: [["list"]],
  use: {
    baseURL,
    launchOptions: await findBrowser(),
    // A message that fades out while a page is checked has too little contrast.
    contextOptions: { reducedMotion: "reduce" },
    trace: "on-first-retry",
  },
  webServer: [
    {
      name: "mail server",
      command: `exec node --import tsx e2e/support/receivers/mail-server.ts ${smtpPort} ${mailboxPort}`,
      url: process.env["E2E_MAILBOX"],
    },
    {
      command: "exec node server/run.mjs server/start.ts",
      url: `${baseURL}/api/ready`,
      timeout: 240_000,
      gracefulShutdown: { signal: "SIGTERM", timeout: 15_000 },
      env: {
        PORT: String(port),
        DATA_DIR: dataDir,
        DATABASE_URL: "",
        BUILD_SERVER_SECRET: E2E_BUILD_SECRET,
        API_TOKEN_SECRET: E2E_TOKEN_SECRET,
        OUTBOUND_ALLOW_HOSTS: "127.0.0.1",
        // All browsers of the journeys have one address.
        RATE_LIMIT_SCALE: "100",
        STRIPE_WEBHOOK_SECRET: E2E_STRIPE_SECRET,
        SMTP_URL: `smtp://${user}:${pass}@127.0.0.1:${smtpPort}`,
        MAIL_FROM: "Drydock <no-reply@journeys.test>",
      },
    },
  ],
});
