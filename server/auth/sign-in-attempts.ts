import { consumeRateLimit, refundRateLimit } from "./rate-limiter.ts";

/**
 * Limits of password attempts: per client address, per account and address, and per account. One address uses up a tenth
 * of an account's limit at most, so one client cannot lock out another user. An attempt that succeeds is not counted.
 * @param attempt its result, falsy if the password was wrong
 * @throws AppError `RATE_LIMITED`
 */
export async function limitSignInAttempts<T>(
  email: string,
  address: string,
  attempt: () => Promise<T>,
): Promise<T> {
  const limits = [
    ["sign-in-address", address],
    ["sign-in-account-address", `${email} ${address}`],
    ["sign-in-account", email],
  ] as const;
  for (const [limit, subject] of limits) await consumeRateLimit(limit, subject);
  const result = await attempt();
  if (result) for (const [limit, subject] of limits) await refundRateLimit(limit, subject);
  return result;
}
