"use client";

import { Popover } from "@mantine/core";
import { IconBell } from "@tabler/icons-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { trpc } from "../_trpc/client";
import { formatNumber } from "../_ui/format";
import classes from "./bell.module.css";

const Inbox = dynamic(() => import("./inbox").then((module) => module.Inbox), { ssr: false });

const LOOK_AGAIN_MS = 30_000;
const MOST_SHOWN = 99;

/** How much is unread, in the top bar of both dashboards, and the way to it. */
export function Bell() {
  const [isOpen, setIsOpen] = useState(false);
  const { data: unread = 0 } = trpc.inbox.unread.useQuery(undefined, { refetchInterval: LOOK_AGAIN_MS });
  const label = unread > 0 ? `Notifications, ${formatNumber(unread)} unread` : "Notifications";
  return (
    <Popover
      opened={isOpen}
      onChange={setIsOpen}
      position="bottom-end"
      width="min(24rem, calc(100vw - 1rem))"
      withinPortal={false}
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <button
          type="button"
          className={classes.button}
          aria-label={label}
          onClick={() => setIsOpen(!isOpen)}
        >
          <IconBell size={18} stroke={1.6} aria-hidden="true" />
          {unread > 0 && (
            <span className={classes.count} aria-hidden="true">
              {unread > MOST_SHOWN ? `${MOST_SHOWN}+` : unread}
            </span>
          )}
        </button>
      </Popover.Target>
      <Popover.Dropdown p={0} aria-label="Notifications">
        {isOpen && <Inbox onLeave={() => setIsOpen(false)} />}
      </Popover.Dropdown>
    </Popover>
  );
}
