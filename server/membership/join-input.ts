import { z } from "zod";
import { lineOfText } from "../platform/text.ts";

/** What stands in an invitation's link. */
export const InvitationSecret = z.object({ secret: z.string().max(128) });

const SHORTEST_PASSWORD = 10;

/** A person who makes an account. */
export const NewPerson = z.object({
  name: lineOfText(80),
  email: z
    .string({ error: "is required" })
    .trim()
    .toLowerCase()
    .max(254, "must be at most 254 characters long")
    .pipe(z.email("must be an email address")),
  password: z
    .string({ error: "is required" })
    .min(SHORTEST_PASSWORD, `must be at least ${SHORTEST_PASSWORD} characters long`)
    .max(1_024, "must be at most 1,024 characters long")
    .refine((text) => text.isWellFormed(), { message: "must not contain lone surrogates" }),
});
export type NewPerson = z.output<typeof NewPerson>;

/** A new account with a tenant of its own. */
export const SignUp = NewPerson.extend({ tenantName: lineOfText(80) });
export type SignUp = z.output<typeof SignUp>;

/** A new account that joins by an invitation. */
export const JoinAsNew = NewPerson.extend(InvitationSecret.shape);
export type JoinAsNew = z.output<typeof JoinAsNew>;
