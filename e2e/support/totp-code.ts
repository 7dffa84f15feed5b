import { TOTP } from "otpauth";

const STEP_MS = 30_000;

/** Instant in the middle of a time step, at which tests stop the clock: codes then do not depend on when a test runs. */
export const MID_STEP = Math.floor(Date.now() / STEP_MS) * STEP_MS + STEP_MS / 2;

/** Code of a TOTP app, `steps` after the present one. */
export const totpCode = (secret: string, steps = 0, now = MID_STEP): string =>
  new TOTP({ secret }).generate({ timestamp: now + steps * STEP_MS });
