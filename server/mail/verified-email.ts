import type { Context } from "@/server/core/context.ts";
import { AppError } from "@/shared/errors.ts";
import { isMailAvailable } from "./settings.ts";

/**
 * Check that the acting user, by session or token, has a verified address: unverified accounts cannot publish or invite.
 * Where mail is not available, an address cannot be verified, and nothing is checked.
 * @throws AppError `PERMISSION_DENIED`
 */
export function requireVerifiedEmail({ actor }: Pick<Context, "actor">): void {
  if (actor.kind !== "user" && actor.kind !== "token") return;
  if (actor.isEmailVerified || !isMailAvailable()) return;
  throw new AppError(
    "PERMISSION_DENIED",
    "Your email is not verified. Open the link that we sent to it, or request a new one under Account.",
  );
}
