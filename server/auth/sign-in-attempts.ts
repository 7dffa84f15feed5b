import { consumeRateLimit, type RateLimitName, refundRateLimit } from "./rate-limiter.ts";

/**
 * Limits of password attempts: per client address, per account and address, and per account. One address uses up a tenth
 * of an account's limit at most, so one client cannot lock out another user. An attempt that succeeds is not counted.
 * A browser that signed in to the account before has a limit of its own in place of the account's, so that wrong guesses
 * from elsewhere do not lock its owner out.
 * @param attempt its result, falsy if the password was wrong
 * @param device ID of the browser's device cookie for this account
 * @throws AppError `RATE_LIMITED`
 */
export async function limitSignInAttempts<T>(
  email: string,
  address: string,
  attempt: () => Promise<T>,
  device: string | null = null,
): Promise<T> {
  const limits: [RateLimitName, string][] = [
    ["sign-in-address", address],
    ...(device === null
      ? ([
          ["sign-in-account-address", `${email} ${address}`],
          ["sign-in-account", email],
        ] as [RateLimitName, string][])
      : ([["sign-in-device", device]] as [RateLimitName, string][])),
  ];
  for (const [limit, subject] of limits) await consumeRateLimit(limit, subject);
  const result = await attempt();
  if (result) for (const [limit, subject] of limits) await refundRateLimit(limit, subject);
  return result;
}
