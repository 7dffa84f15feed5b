"use client";

import { IconBell } from "@tabler/icons-react";
import dynamic from "next/dynamic";
import { trpc } from "../_trpc/client";
import { usePopup } from "../_ui/actions/use-popup";
import { formatNumber } from "../_ui/format";
import classes from "./notification-bell.module.css";

const load = () => import("./notification-list").then((module) => module.NotificationList);
const NotificationList = dynamic(load, { ssr: false });

const LOOK_AGAIN_MS = 30_000;
const MOST_SHOWN = 99;

/** How much is unread, in the top bar of both dashboards, and the way to it. */
export function NotificationBell() {
  const { button, popup } = usePopup("dialog", load);
  const { data: unread = 0 } = trpc.inbox.unread.useQuery(undefined, { refetchInterval: LOOK_AGAIN_MS });
  const label = unread > 0 ? `Notifications, ${formatNumber(unread)} unread` : "Notifications";
  return (
    <>
      <button type="button" className={classes.button} aria-label={label} {...button}>
        <IconBell size={18} stroke={1.6} aria-hidden="true" />
        {unread > 0 && (
          <span className={classes.count} aria-hidden="true">
            {unread > MOST_SHOWN ? `${MOST_SHOWN}+` : unread}
          </span>
        )}
      </button>
      {popup && <NotificationList {...popup} />}
    </>
  );
}
