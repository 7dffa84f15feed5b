/**
 * What a caller may do at the most, at scale 1: so many requests in so many seconds. Tokens are counted by token,
 * workers by secret, everybody without a valid credential by address.
 */
export const LIMITS = {
  publish: { points: 60, seconds: 60 },
  archives: { points: 60, seconds: 60 },
  write: { points: 300, seconds: 60 },
  read: { points: 3_000, seconds: 60 },
  report: { points: 30_000, seconds: 60 },
  anonymous: { points: 300, seconds: 60 },
  "sign-in-account": { points: 10, seconds: 900 },
  "sign-in-address": { points: 60, seconds: 900 },
  "sign-up-address": { points: 10, seconds: 3_600 },
  "invitation-address": { points: 60, seconds: 900 },
  export: { points: 30, seconds: 60 },
  "make-tenant": { points: 10, seconds: 86_400 },
} as const;

export type RateLimitName = keyof typeof LIMITS;
