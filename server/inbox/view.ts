import type { NoticeKind } from "@/db/schema/vocabulary.ts";

/** Something a person was told; `path` leads to it. */
export interface NoticeView {
  id: string;
  kind: NoticeKind;
  title: string;
  detail: string | null;
  path: string;
  createdAt: string;
  readAt: string | null;
}

/** The newest of what a person was told, and how much of all of it is unread. */
export interface Inbox {
  notices: NoticeView[];
  unread: number;
}
