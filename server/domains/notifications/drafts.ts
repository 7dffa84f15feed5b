import type { MailMessage } from "@/server/mail/message.ts";
import type { NoticeKind, TenantRole } from "@/shared/vocabulary.ts";

/** Domain event, as far as notices need it. */
export interface NoticeEvent {
  id: string;
  type: string;
  tenantId: string | null;
  subjectId: string;
  data: unknown;
}

/** Text of a notice's mail beyond title and detail. */
export interface NoticeMail extends Pick<MailMessage, "paragraphs" | "quote" | "message"> {
  /** Default: the title. */
  subject?: string;
  /** Place within the subject, such as a line of a log. Default: the path of the notice. */
  path?: string;
}

/** Notice before its recipients are known. */
export interface NoticeDraft {
  kind: NoticeKind;
  title: string;
  detail: string | null;
  path: string;
  tenantId: string;
  eventId: string;
  /** Recipient, if they have one of the `roles`; null for all members with one. */
  userId: string | null;
  roles: readonly TenantRole[];
  /** App of a build. */
  appId?: string;
  mail?: NoticeMail;
}

/** Notice for all Super Admins. */
export interface AdminNotice extends Pick<NoticeDraft, "kind" | "title" | "detail" | "path" | "mail"> {
  /** Event of the notice, so that one gives one mail. */
  eventKey: string;
}

export const subjectsOf = (events: readonly NoticeEvent[]): string[] =>
  events.map(({ subjectId }) => subjectId);

/** Notices of events by the rows that they are about. */
export function joinNotices<R extends { id: string }>(
  events: readonly NoticeEvent[],
  rows: readonly R[],
  toNotice: (row: R, event: NoticeEvent) => Omit<NoticeDraft, "eventId">,
): NoticeDraft[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return events.flatMap((event) => {
    const row = byId.get(event.subjectId);
    return row ? { ...toNotice(row, event), eventId: event.id } : [];
  });
}
