import { z } from "zod";
import { EmailAddress, NewPassword } from "@/server/core/account-fields.ts";
import { plainText } from "@/shared/text/text.ts";

/** Secret of a link that was mailed. */
const LinkToken = plainText(128);

export const EmailLinkToken = z.object({ token: LinkToken });

export const RequestReset = z.object({ email: EmailAddress });

/** Access that a reset can end in the same step. Sessions end always. */
export const RESET_ENDS = ["tokens", "passkeys", "totp"] as const;

export const ResetPassword = z.object({
  token: LinkToken,
  password: NewPassword,
  /** For an account whose address is not verified: it is kept, without the access that it gave; otherwise a new one begins. */
  keepsAccount: z.boolean().default(false),
  ends: z.array(z.enum(RESET_ENDS)).max(RESET_ENDS.length).default([]),
});
export type ResetPassword = z.output<typeof ResetPassword>;
