"use client";

import { useState } from "react";
import { type RouterOutputs, trpc } from "@/app/_trpc/client.tsx";
import { PlainButton } from "@/app/_ui/actions/button.tsx";
import { PopupPanel } from "@/app/_ui/actions/popup-panel.tsx";
import type { PopupProps } from "@/app/_ui/actions/use-popup.ts";
import { RelativeTime } from "@/app/_ui/data/time.tsx";
import { EmptyState } from "@/app/_ui/feedback/empty-state.tsx";
import { Link } from "@/app/_ui/page/link.tsx";
import classes from "./notification-bell.module.css";
import { NotificationPreferences } from "./notification-preferences.tsx";

type Notice = RouterOutputs["notifications"]["read"]["notices"][number];

/** Lazily loaded panel of `NotificationBell`. */
export function NotificationList(popup: PopupProps) {
  return (
    <PopupPanel {...popup} label="Notifications" width="min(24rem, calc(100vw - 1rem))" isFlush>
      <NotificationPanel onLeave={() => popup.onChange(false)} />
    </PopupPanel>
  );
}

/** Notifications, newest first, and their preferences. */
function NotificationPanel({ onLeave }: { onLeave: () => void }) {
  const [isEditingPreferences, setIsEditingPreferences] = useState(false);
  const utils = trpc.useUtils();
  const { data, error } = trpc.notifications.read.useQuery();
  const mark = trpc.notifications.markRead.useMutation({ onSettled: () => utils.notifications.invalidate() });
  return (
    <>
      <header className={classes.head}>
        <h2 className={classes.title}>{isEditingPreferences ? "Preferences" : "Notifications"}</h2>
        <span className={classes.actions}>
          {!isEditingPreferences && (data?.unread ?? 0) > 0 && (
            <PlainButton variant="quiet" onClick={() => mark.mutate({})}>
              Mark all as read
            </PlainButton>
          )}
          <PlainButton variant="quiet" onClick={() => setIsEditingPreferences(!isEditingPreferences)}>
            {isEditingPreferences ? "Back" : "Preferences"}
          </PlainButton>
        </span>
      </header>
      {isEditingPreferences ? (
        <NotificationPreferences />
      ) : data ? (
        <Notices
          notices={data.notices}
          onOpen={(notice) => {
            if (!notice.readAt) mark.mutate({ noticeId: notice.id });
            onLeave();
          }}
        />
      ) : (
        <p className={classes.wait} role="status">
          {error ? "Notifications couldn’t be loaded. Try again." : "Loading…"}
        </p>
      )}
    </>
  );
}

function Notices({ notices, onOpen }: { notices: Notice[]; onOpen: (notice: Notice) => void }) {
  if (notices.length === 0) {
    return (
      <EmptyState
        title="No notifications"
        description="Failed builds, listing decisions, failed payments and expiring tokens appear here."
      />
    );
  }
  return (
    <ul className={classes.list}>
      {notices.map((notice) => (
        <li key={notice.id}>
          <Link href={notice.path} className={classes.notice} onClick={() => onOpen(notice)}>
            <span className={classes.mark} data-unread={notice.readAt === null || undefined} />
            <span className={classes.words}>
              <strong>
                {notice.title}
                {notice.readAt === null && <span className="visually-hidden"> (unread)</span>}
              </strong>
              {notice.detail && <span className={classes.detail}>{notice.detail}</span>}
              <span className={classes.when}>
                <RelativeTime value={notice.createdAt} />
              </span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
