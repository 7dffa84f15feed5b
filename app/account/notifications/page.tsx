import type { Metadata } from "next";
import { Suspense } from "react";
import { isMailAvailable } from "@/server/mail/settings.ts";
import { NotificationPreferencesCard } from "../../_components/notification-preferences-card";
import { api, HydrateClient } from "../../_trpc/server";
import { requireUser } from "../../_trpc/session";
import { TableSkeleton } from "../../_ui/feedback/skeletons";
import { PageHeader } from "../../_ui/page/page-header";
import { Section } from "../../_ui/page/section";
import { AppNotifications } from "../_components/app-notifications";
import classes from "./notifications.module.css";

export const metadata: Metadata = { title: "Notifications" };

export default async function AccountNotificationsPage() {
  await requireUser();
  void api.inbox.appPreferences.prefetch();
  await api.inbox.preferences.prefetch();
  return (
    <>
      <PageHeader
        title="Notifications"
        description={
          isMailAvailable()
            ? "For all your workspaces. Changes are saved automatically."
            : "For all your workspaces. This server can’t send email. Changes are saved automatically."
        }
      />
      <NotificationPreferencesCard />
      <HydrateClient>
        <div className={classes.part}>
          <Section title="Builds by app" description="Overrides the settings above">
            <div className={classes.apps}>
              <Suspense fallback={<TableSkeleton columns={3} rows={4} />}>
                <AppNotifications />
              </Suspense>
            </div>
          </Section>
        </div>
      </HydrateClient>
    </>
  );
}
