import type { EmailLinkKind } from "@/shared/vocabulary.ts";

/** Mailed link, as its page shows it. */
export interface EmailLinkView {
  kind: EmailLinkKind;
  email: string;
  userId: string;
  /** True if the account verified its address. */
  isVerified: boolean;
}
