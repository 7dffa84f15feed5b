"use client";

import { Switch } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import type { NoticeKind } from "@/db/schema/vocabulary.ts";
import { trpc } from "../_trpc/client";
import { readProblem } from "../_trpc/problem";
import classes from "./notification-bell.module.css";

const KIND_LABELS: Record<NoticeKind, { label: string; help: string }> = {
  BUILD_FAILED: { label: "Failed builds", help: "Builds you queued" },
  LISTING_DECIDED: { label: "Listing decisions", help: "Listings you submitted" },
  LISTING_MESSAGE: { label: "Listing messages", help: "Messages about listings" },
  PAYMENT_FAILED: { label: "Failed payments", help: "Workspaces you own" },
  TOKEN_EXPIRING: { label: "Expiring tokens", help: "7 days before expiry" },
  CHANNEL_FAILING: { label: "Failing endpoints", help: "Repeated delivery failures" },
  INSTALLATION_UPDATED: { label: "Automatic updates", help: "Updated or rolled back plugins and themes" },
  INSTALLATION_HELD: { label: "Held updates", help: "Updates that wait because builds failed" },
  INSTALLATION_UNAVAILABLE: { label: "Unavailable items", help: "Suspended or withdrawn plugins and themes" },
  ROLLOUT_HELD: { label: "Held rollouts", help: "Versions whose builds failed more often" },
  ROLLOUT_COMPLETED: { label: "Completed rollouts", help: "Versions that reached all installations" },
};

const GROUPS: { title: string; kinds: NoticeKind[] }[] = [
  { title: "Builds", kinds: ["BUILD_FAILED"] },
  {
    title: "Plugins and themes in your apps",
    kinds: ["INSTALLATION_UPDATED", "INSTALLATION_HELD", "INSTALLATION_UNAVAILABLE"],
  },
  {
    title: "Publishing",
    kinds: ["LISTING_DECIDED", "LISTING_MESSAGE", "ROLLOUT_HELD", "ROLLOUT_COMPLETED"],
  },
  { title: "Billing and platform", kinds: ["PAYMENT_FAILED", "TOKEN_EXPIRING", "CHANNEL_FAILING"] },
];

/** Notification preferences for what the user's roles can get; each switch is saved at once. */
export function NotificationPreferences() {
  const utils = trpc.useUtils();
  const { data: preferences } = trpc.inbox.preferences.useQuery();
  const mute = trpc.inbox.mute.useMutation();
  if (!preferences) {
    return (
      <p className={classes.wait} role="status">
        Loading…
      </p>
    );
  }
  async function toggle(kind: NoticeKind, isMuted: boolean) {
    utils.inbox.preferences.setData(undefined, (shown) =>
      shown?.map((preference) => (preference.kind === kind ? { kind, isMuted } : preference)),
    );
    try {
      await mute.mutateAsync({ kind, isMuted });
    } catch (error) {
      notifications.show({ color: "red", message: readProblem(error).message });
      await utils.inbox.preferences.invalidate();
    }
  }
  const switchOf = ({ kind, isMuted }: (typeof preferences)[number]) => (
    <Switch
      key={kind}
      label={KIND_LABELS[kind].label}
      description={KIND_LABELS[kind].help}
      checked={!isMuted}
      onChange={(event) => toggle(kind, !event.currentTarget.checked)}
    />
  );
  return (
    <div className={classes.kinds}>
      {GROUPS.map(({ title, kinds }) => {
        const shown = preferences.filter(({ kind }) => kinds.includes(kind));
        if (shown.length === 0) return null;
        return (
          <fieldset key={title} className={classes.group}>
            <legend className={classes.legend}>{title}</legend>
            {shown.map(switchOf)}
          </fieldset>
        );
      })}
    </div>
  );
}
