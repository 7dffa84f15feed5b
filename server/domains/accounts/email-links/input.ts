import { z } from "zod";
import { EmailAddress, NewPassword } from "@/server/core/account-fields.ts";
import { plainText } from "@/shared/text/text.ts";

/** Secret of a link that was mailed. */
const LinkToken = plainText(128);

export const EmailLinkToken = z.object({ token: LinkToken });

export const RequestReset = z.object({ email: EmailAddress });

export const ResetPassword = z.object({ token: LinkToken, password: NewPassword });
export type ResetPassword = z.output<typeof ResetPassword>;
