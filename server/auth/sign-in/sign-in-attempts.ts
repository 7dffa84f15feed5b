import { consumeRateLimit, type RateLimitName, refundRateLimit } from "../rate-limits/rate-limiter.ts";

/** Browser that tries a password or code, for rate limits. `device` is the ID of its device cookie for the account. */
export interface Client {
  address: string;
  device?: string | null;
}

/**
 * Limits of password attempts: per client address, per account and address, and per account. One address uses up a
 * tenth of an account's limit at most, so one client cannot lock out another user. An attempt that succeeds is not
 * counted. A browser that signed in to the account before has its own limit instead of the account's, so that guesses
 * from elsewhere do not lock out the owner.
 * @param attempt its result, falsy if the password was wrong
 * @throws AppError `RATE_LIMITED`
 */
export async function limitSignInAttempts<T>(
  email: string,
  { address, device = null }: Client,
  attempt: () => Promise<T>,
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
