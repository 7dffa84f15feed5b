"use client";

import { IconBell } from "@tabler/icons-react";
import { trpc } from "@/app/_trpc/client.tsx";
import { onDemand } from "@/app/_ui/actions/on-demand.tsx";
import { usePopup } from "@/app/_ui/actions/use-popup.ts";
import { formatNumber } from "@/app/_ui/format.ts";
import classes from "./notification-bell.module.css";

const load = () => import("./notification-list.tsx").then((module) => module.NotificationList);
const NotificationList = onDemand(load);

const REFETCH_INTERVAL_MS = 30_000;
const MAX_SHOWN_COUNT = 99;

/** Notification bell of both dashboards with the number of unread notifications. */
export function NotificationBell() {
  const { button, popup } = usePopup("dialog", load);
  const { data: unread = 0 } = trpc.notifications.unread.useQuery(undefined, {
    refetchInterval: REFETCH_INTERVAL_MS,
  });
  const label = unread > 0 ? `Notifications, ${formatNumber(unread)} unread` : "Notifications";
  return (
    <>
      <button type="button" className={classes.button} aria-label={label} {...button}>
        <IconBell size={18} stroke={1.6} aria-hidden="true" />
        {unread > 0 && (
          <span className={classes.count} aria-hidden="true">
            {unread > MAX_SHOWN_COUNT ? `${MAX_SHOWN_COUNT}+` : unread}
          </span>
        )}
      </button>
      {popup && <NotificationList {...popup} />}
    </>
  );
}
