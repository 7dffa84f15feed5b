/** Content of a mail. All texts are plain; links are paths of this server. */
export interface MailMessage {
  subject: string;
  heading: string;
  /** Line that mail programs show beside the subject. Default: the first of quote, message, items and paragraphs. */
  preview?: string | undefined;
  paragraphs: readonly string[];
  /** Text in a fixed-width font, such as lines of a log. */
  quote?: string | undefined;
  /** Text that a person wrote. It is set apart, so that it cannot pass for the platform's own. */
  message?: string | undefined;
  /** Events of a digest. */
  items?: readonly { title: string; detail: string | null; path: string }[] | undefined;
  action?: { label: string; path: string } | undefined;
  /** Small print after the action, such as how long its link is valid. */
  note?: string | undefined;
  /** Reason for which the recipient gets the mail: "You get this email because …". */
  reason: string;
}

export interface RenderedMail {
  subject: string;
  text: string;
  html: string;
}
