"use client";

import { Switch } from "@mantine/core";
import { trpc } from "@/app/_trpc/client.tsx";
import { notifyProblem } from "@/app/_trpc/notify.ts";
import { readProblem } from "@/app/_trpc/problem.ts";
import { KIND_LABELS, type NoticeChannels } from "@/server/domains/notifications/policy.ts";
import type { NoticeKind } from "@/shared/vocabulary.ts";
import classes from "./notification-bell.module.css";

const GROUPS: { title: string; kinds: NoticeKind[] }[] = [
  { title: "Builds", kinds: ["BUILD_FAILED", "BUILD_FIXED"] },
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

type Preference = NoticeChannels & { kind: NoticeKind };

/** Notification preferences for what the user's roles can get; each switch is saved at once. */
export function NotificationPreferences() {
  const utils = trpc.useUtils();
  const { data: preferences, error } = trpc.notifications.preferences.useQuery();
  const set = trpc.notifications.setPreference.useMutation();
  if (!preferences) {
    return (
      <p className={classes.wait} role="status">
        {error ? readProblem(error).message : "Loading…"}
      </p>
    );
  }
  const show = (changed: Preference) =>
    utils.notifications.preferences.setData(undefined, (shown) =>
      shown?.map((preference) => (preference.kind === changed.kind ? changed : preference)),
    );
  async function change(before: Preference, changed: Preference) {
    show(changed);
    try {
      await set.mutateAsync(changed);
    } catch (refusal) {
      // At once: without a connection it cannot be read again.
      show(before);
      notifyProblem(refusal);
      await utils.notifications.preferences.invalidate();
    }
  }
  const rowOf = (preference: Preference) => {
    const { label, help } = KIND_LABELS[preference.kind];
    const switchOf = (way: keyof NoticeChannels, name: string) => (
      <Switch
        aria-label={`${label}: ${name}`}
        checked={preference[way]}
        onChange={(event) => change(preference, { ...preference, [way]: event.currentTarget.checked })}
      />
    );
    return (
      <div key={preference.kind} className={classes.kind}>
        <span className={classes.words}>
          <span className={classes.label}>{label}</span>
          <span className={classes.help}>{help}</span>
        </span>
        {switchOf("bell", "bell")}
        {switchOf("mail", "email")}
      </div>
    );
  };
  return (
    <div className={classes.kinds}>
      {GROUPS.map(({ title, kinds }) => {
        const shown = preferences.filter(({ kind }) => kinds.includes(kind));
        if (shown.length === 0) return null;
        return (
          <fieldset key={title} className={classes.group}>
            <legend className="visually-hidden">{title}</legend>
            <div className={classes.kind} aria-hidden="true">
              <span className={classes.legend}>{title}</span>
              <span className={classes.way}>Bell</span>
              <span className={classes.way}>Email</span>
            </div>
            {shown.map(rowOf)}
          </fieldset>
        );
      })}
    </div>
  );
}
