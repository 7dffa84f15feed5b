import { z } from "zod";
import { pageFields } from "@/shared/text/fields.ts";
import { reference, searchText } from "@/shared/text/text.ts";
import { MAIL_STATES } from "@/shared/vocabulary.ts";

export const ListMails = z.object({
  /** Address of the recipient; empty for all. */
  to: searchText().default(""),
  state: z.array(z.enum(MAIL_STATES)).default([]),
  ...pageFields(50),
});
export type ListMails = z.output<typeof ListMails>;

/** Failed mails of a list as its reader saw it. */
export const FailedMails = z.object({
  to: searchText().default(""),
  /** Creation of the newest listed mail. */
  until: z.iso.datetime({ error: "must be a timestamp" }),
});
export type FailedMails = z.output<typeof FailedMails>;

export const MailKey = z.object({ mailId: reference() });
