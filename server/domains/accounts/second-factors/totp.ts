import { Secret, TOTP } from "otpauth";

/** Time-based codes (RFC 6238): SHA-1, six digits, 30 seconds, as authenticator apps expect them. */
const PERIOD_SECONDS = 30;
const DIGITS = 6;
const ALGORITHM = "SHA1";
/** 160 bits, the length that RFC 4226 recommends. */
const SECRET_BYTES = 20;
/** Steps before and after the present one whose code is accepted, for clocks that are off and codes typed late. */
const WINDOW_STEPS = 1;

const ISSUER = "Drydock";

/** New secret in base32. */
export const createTotpSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

/** `otpauth:` URI for the QR code. */
export const totpUri = (secret: string, account: string): string =>
  new TOTP({
    issuer: ISSUER,
    label: account,
    secret,
    algorithm: ALGORITHM,
    digits: DIGITS,
    period: PERIOD_SECONDS,
  }).toString();

/** Time step whose code this is, at most one from the present step; null for any other code. */
export function findTotpStep(secret: string, code: string, now: Date): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const totp = { secret: Secret.fromBase32(secret), algorithm: ALGORITHM, digits: DIGITS };
  const delta = TOTP.validate({
    ...totp,
    token: code,
    period: PERIOD_SECONDS,
    timestamp: now.getTime(),
    window: WINDOW_STEPS,
  });
  return delta === null ? null : Math.floor(now.getTime() / 1_000 / PERIOD_SECONDS) + delta;
}
