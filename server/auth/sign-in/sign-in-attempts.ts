import { consumeRateLimit, type RateLimitName, refundRateLimit } from "../rate-limits/rate-limiter.ts";

/** Browser that tries a password, for rate limits. `device` is the id of its device cookie for the account. */
export interface Client {
  address: string;
  device?: string | null;
}

type Limits = readonly (readonly [RateLimitName, string])[];

export const addressLimit = (address: string): Limits => [["sign-in-address", address]];

/**
 * Limits of password attempts at an account: per account and address, and per account. One address uses up a tenth of an
 * account's limit at most, so one client cannot lock out another user. A browser that signed in to the account before has
 * its own limit instead of the account's, so that guesses from elsewhere do not lock out the owner.
 * @param account id of the user; the typed address if it has no account
 */
export const accountLimits = (account: string, { address, device = null }: Client): Limits =>
  device === null
    ? [
        ["sign-in-account-address", `${account} ${address}`],
        ["sign-in-account", account],
      ]
    : [["sign-in-device", `${account} ${device}`]];

/**
 * Attempt within limits. One that succeeds is not counted.
 * @param attempt its result, falsy if it failed
 * @throws AppError `RATE_LIMITED`
 */
export async function withinLimits<T>(limits: Limits, attempt: () => Promise<T>): Promise<T> {
  for (const [limit, subject] of limits) await consumeRateLimit(limit, subject);
  const result = await attempt();
  if (result) for (const [limit, subject] of limits) await refundRateLimit(limit, subject);
  return result;
}
