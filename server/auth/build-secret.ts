import { createHash, timingSafeEqual } from "node:crypto";
import { env } from "../platform/env/env.ts";
import { unauthenticated } from "../platform/errors.ts";

/**
 * Refuses a request whose `x-build-secret` is none of the configured values of `BUILD_SERVER_SECRET` and
 * `MAC_BUILDER_SECRET` (specification 4.2). With none configured every request is refused.
 * @throws AppError `UNAUTHENTICATED`
 */
export function requireBuildSecret(given: string | null): void {
  const { BUILD_SERVER_SECRET, MAC_BUILDER_SECRET } = env();
  const secrets = [...(BUILD_SERVER_SECRET ?? []), ...(MAC_BUILDER_SECRET ?? [])];
  if (!given || !matchesSecret(given, secrets)) throw unauthenticated();
}

/** Whether a secret is one of those configured. Compares digests in constant time, so that time tells nothing of any. */
export function matchesSecret(given: string, secrets: readonly string[]): boolean {
  const digest = sha256(given);
  return secrets.map((secret) => timingSafeEqual(digest, sha256(secret))).includes(true);
}

const sha256 = (value: string) => createHash("sha256").update(value, "utf8").digest();
