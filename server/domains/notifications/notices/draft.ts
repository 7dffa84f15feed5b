import type { Transaction } from "@/db/client.ts";
import type { EventData } from "@/server/events/event-types.ts";
import type { MailMessage } from "@/server/mail/render.ts";
import type { EventType, NoticeKind } from "@/shared/vocabulary.ts";

/** Domain event, as far as notices need it. */
export interface NoticeEvent<T extends EventType = EventType> {
  id: string;
  tenantId: string | null;
  subjectId: string;
  data: EventData<T>;
}

/** Notices about events of one type, at least one event. */
export type ToNotices<T extends EventType> = (
  tx: Transaction,
  events: readonly NoticeEvent<T>[],
) => NoticeDraft[] | Promise<NoticeDraft[]>;

/** Text of a notice in the bell and in its mail. */
export interface NoticeText {
  kind: NoticeKind;
  title: string;
  detail: string | null;
  path: string;
  /** Label of the mail's button to the path. */
  action: string;
  /** Text of the mail beyond the title, instead of the detail. */
  mail?: Pick<MailMessage, "paragraphs" | "quote" | "message"> & {
    /** Default: the title. */
    subject?: string;
    /** Conversation in mail programs. They split it where the subject changes, so its mails share one. */
    thread?: { id: string; subject: string };
    /** Place on the page of the path, such as a line of a log. */
    hash?: string;
  };
}

/** Notice before its recipients are known. Its path begins in the tenant's workspace, or for Super Admins at the root. */
export interface NoticeDraft extends NoticeText {
  event: Pick<NoticeEvent, "id" | "tenantId">;
  /** Default: members with a role of the kind. */
  isForSuperAdmins?: true;
  /** Only recipient among the members, and the reason in the mail: "because you …". All members if the user is unknown. */
  author?: { userId: string | null; reason: string };
  appId?: string;
}

export const subjectsOf = (events: readonly { subjectId: string }[]): string[] =>
  events.map(({ subjectId }) => subjectId);

/** Events with the rows that they are about. */
export function joinSubjects<E extends { subjectId: string }, R extends { id: string }>(
  events: readonly E[],
  rows: readonly R[],
): [E, R][] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return events.flatMap((event) => {
    const row = byId.get(event.subjectId);
    return row ? [[event, row]] : [];
  });
}
