"use client";

import { Switch } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { NOTICE_KINDS, type NoticeKind } from "@/db/schema/vocabulary.ts";
import { trpc } from "../_trpc/client";
import { readProblem } from "../_trpc/problem";
import classes from "./notification-bell.module.css";

const KIND_LABELS: Record<NoticeKind, { label: string; help: string }> = {
  BUILD_FAILED: { label: "Failed builds", help: "Builds you queued" },
  LISTING_DECIDED: { label: "Listing decisions", help: "Listings you submitted" },
  LISTING_MESSAGE: { label: "Listing messages", help: "Messages from moderators and publishers" },
  PAYMENT_FAILED: { label: "Failed payments", help: "Workspaces you own" },
  TOKEN_EXPIRING: { label: "Expiring tokens", help: "7 days before expiry" },
  CHANNEL_FAILING: { label: "Failing endpoints", help: "Super Admins only" },
};

/** Notification preferences; each switch is saved at once. */
export function NotificationPreferences() {
  const utils = trpc.useUtils();
  const { data: muted } = trpc.inbox.muted.useQuery();
  const mute = trpc.inbox.mute.useMutation();
  if (!muted) {
    return (
      <p className={classes.wait} role="status">
        Loading…
      </p>
    );
  }
  async function toggle(kind: NoticeKind) {
    const next = muted?.includes(kind) ? muted.filter((other) => other !== kind) : [...(muted ?? []), kind];
    utils.inbox.muted.setData(undefined, next);
    try {
      await mute.mutateAsync({ muted: next });
    } catch (error) {
      notifications.show({ color: "red", message: readProblem(error).message });
      await utils.inbox.muted.invalidate();
    }
  }
  return (
    <div className={classes.kinds}>
      {NOTICE_KINDS.map((kind) => (
        <Switch
          key={kind}
          label={KIND_LABELS[kind].label}
          description={KIND_LABELS[kind].help}
          checked={!muted.includes(kind)}
          onChange={() => toggle(kind)}
        />
      ))}
    </div>
  );
}
