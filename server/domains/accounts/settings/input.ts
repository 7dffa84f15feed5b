import { z } from "zod";
import {
  EmailAddress,
  MAX_TYPED_PASSWORD_UNITS,
  NewPassword,
  PersonName,
} from "@/server/core/account-fields.ts";
import { reference } from "@/shared/text/text.ts";

/** Password as typed, to confirm who acts. */
const TypedPassword = z
  .string({ error: (issue) => (issue.input === undefined ? "is required" : "must be a string") })
  .max(MAX_TYPED_PASSWORD_UNITS, "is incorrect");

export const RenameUser = z.object({ name: PersonName });

export const ChangePassword = z.object({ currentPassword: TypedPassword, newPassword: NewPassword });
export type ChangePassword = z.output<typeof ChangePassword>;

export const ChangeEmail = z.object({ email: EmailAddress, password: TypedPassword.optional() });
export type ChangeEmail = z.output<typeof ChangeEmail>;

export const DeleteAccount = z.object({ password: TypedPassword.optional() });
export type DeleteAccount = z.output<typeof DeleteAccount>;

export const SessionReference = z.object({ sessionId: reference() });
