import type { Metadata } from "next";
import { NotificationPreferencesCard } from "../../_components/notification-preferences-card";
import { api } from "../../_trpc/server";
import { requireUser } from "../../_trpc/session";
import { PageHeader } from "../../_ui/page/page-header";

export const metadata: Metadata = { title: "Notifications" };

export default async function AccountNotificationsPage() {
  await requireUser();
  await api.inbox.preferences.prefetch();
  return (
    <>
      <PageHeader
        title="Notifications"
        description="What the bell shows you, in all your workspaces. Changes are saved at once."
      />
      <NotificationPreferencesCard />
    </>
  );
}
