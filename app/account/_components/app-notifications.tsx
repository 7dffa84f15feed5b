"use client";

import { NativeSelect } from "@mantine/core";
import { type RouterOutputs, trpc } from "@/app/_trpc/client.tsx";
import { notifyProblem } from "@/app/_trpc/notify.ts";
import { type Column, DataTable } from "@/app/_ui/data/data-table.tsx";
import { EmptyState } from "@/app/_ui/feedback/empty-state.tsx";
import type { NoticeChannels } from "@/server/domains/notifications/policy.ts";

type AppPreference = RouterOutputs["notifications"]["appPreferences"][number];

const CHOICES: { value: string; label: string; channels: NoticeChannels | null }[] = [
  { value: "default", label: "Default", channels: null },
  { value: "both", label: "Bell and email", channels: { bell: true, mail: true } },
  { value: "bell", label: "Bell", channels: { bell: true, mail: false } },
  { value: "mail", label: "Email", channels: { bell: false, mail: true } },
  { value: "off", label: "Off", channels: { bell: false, mail: false } },
];

/** Preferences for the builds of each app; each choice is saved at once. */
export function AppNotifications() {
  const [preferences] = trpc.notifications.appPreferences.useSuspenseQuery();
  const columns: Column<AppPreference>[] = [
    { key: "app", header: "App", isWide: true, fullText: ({ name }) => name, cell: ({ name }) => name },
    { key: "workspace", header: "Workspace", cell: ({ tenantName }) => tenantName },
    {
      key: "choice",
      header: "Builds",
      align: "end",
      cell: (preference) => <ChannelSelect preference={preference} />,
    },
  ];
  return (
    <DataTable
      caption="Notifications about builds by app"
      columns={columns}
      rows={preferences}
      rowKey={({ appId }) => appId}
      empty={<EmptyState title="No apps yet" />}
    />
  );
}

function ChannelSelect({ preference }: { preference: AppPreference }) {
  const utils = trpc.useUtils();
  const set = trpc.notifications.setAppPreference.useMutation();
  const { appId, name, channels } = preference;
  const current = CHOICES.find(
    (choice) => choice.channels?.bell === channels?.bell && choice.channels?.mail === channels?.mail,
  );

  async function choose(value: string) {
    const chosen = CHOICES.find((choice) => choice.value === value)?.channels ?? null;
    const show = (shownChannels: NoticeChannels | null) =>
      utils.notifications.appPreferences.setData(undefined, (shown) =>
        shown?.map((row) => (row.appId === appId ? { ...row, channels: shownChannels } : row)),
      );
    show(chosen);
    try {
      await set.mutateAsync({ appId, channels: chosen });
    } catch (error) {
      // At once: without a connection it cannot be read again.
      show(channels);
      notifyProblem(error);
      await utils.notifications.appPreferences.invalidate();
    }
  }

  return (
    <NativeSelect
      aria-label={`Builds of ${name}`}
      data={CHOICES.map(({ value, label }) => ({ value, label }))}
      value={current?.value ?? "default"}
      onChange={(event) => void choose(event.currentTarget.value)}
      size="xs"
    />
  );
}
