import { PAYPAL_WEBHOOK_ID } from "../support/billing/paypal-events.ts";
import { STRIPE_SECRETS } from "../support/billing/stripe-events.ts";

/** Secrets of both entry points. Each list is in a rotation: new and old. */
export const TOKEN_SECRETS = [
  "the-token-secret-that-signs-in-contract-tests",
  "the-token-secret-that-was-rotated-out-of-them",
] as const;
export const BUILD_SECRETS = {
  BUILD_SERVER_SECRET: ["a-build-server-secret-of-today", "a-build-server-secret-of-yesterday"],
  MAC_BUILDER_SECRET: ["a-mac-builder-secret"],
} as const;

/** Environment of both entry points, which are two replicas of one platform. */
export const ENTRY_POINT_ENV = {
  DRYDOCK_EMBEDDED: "true",
  NODE_ENV: "production",
  NEXT_TELEMETRY_DISABLED: "1",
  LOG_LEVEL: "error",
  NEXTAUTH_SECRET: "the-session-secret-of-the-contract-tests",
  SECRETS_KEY: Buffer.alloc(32, "contract").toString("base64"),
  API_TOKEN_SECRET: TOKEN_SECRETS.join(),
  BUILD_SERVER_SECRET: BUILD_SECRETS.BUILD_SERVER_SECRET.join(),
  MAC_BUILDER_SECRET: BUILD_SECRETS.MAC_BUILDER_SECRET.join(),
  STRIPE_WEBHOOK_SECRET: STRIPE_SECRETS.join(),
  PAYPAL_WEBHOOK_ID,
  RATE_LIMIT_SCALE: "10000",
} as const;
