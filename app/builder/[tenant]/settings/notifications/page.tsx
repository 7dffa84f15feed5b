import type { Metadata } from "next";
import { NotificationPreferences } from "../../../../_components/notification-preferences";
import { api, HydrateClient } from "../../../../_trpc/server";
import { PageHeader } from "../../../../_ui/page/page-header";
import { openBuilder } from "../../../access";
import classes from "./notifications.module.css";

export const metadata: Metadata = { title: "Notifications" };

export default async function NotificationsPage({ params }: { params: Promise<{ tenant: string }> }) {
  await openBuilder((await params).tenant);
  await api.inbox.preferences.prefetch();
  return (
    <>
      <PageHeader
        title="Notifications"
        description="What the bell shows you, in all your workspaces. Changes are saved at once."
      />
      <HydrateClient>
        <div className={classes.card}>
          <NotificationPreferences />
        </div>
      </HydrateClient>
    </>
  );
}
