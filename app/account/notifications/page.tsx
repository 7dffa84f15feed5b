import type { Metadata } from "next";
import { Suspense } from "react";
import { NotificationPreferences } from "@/app/_components/notifications/notification-preferences.tsx";
import { ACCOUNT_PAGES } from "@/app/_paths/area-pages.ts";
import { api, HydrateClient } from "@/app/_trpc/server.tsx";
import { requireUser } from "@/app/_trpc/session.ts";
import { TableSkeleton } from "@/app/_ui/feedback/skeletons.tsx";
import { PageHeader } from "@/app/_ui/page/page-header.tsx";
import { Section } from "@/app/_ui/page/section.tsx";
import notificationPreferencesCardClasses from "@/app/account/notifications/_components/notification-preferences-card.module.css";
import { isMailAvailable } from "@/server/core/env/env.ts";
import { AppNotifications } from "../_components/app-notifications";
import classes from "./notifications.module.css";

export const metadata: Metadata = { title: ACCOUNT_PAGES.notifications.title };

export default async function AccountNotificationsPage() {
  await requireUser();
  void api.notifications.appPreferences.prefetch();
  await api.notifications.preferences.prefetch();
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

/** Notification preferences as a part of a page that prefetches them. */
function NotificationPreferencesCard() {
  return (
    <HydrateClient>
      <div className={notificationPreferencesCardClasses.card}>
        <NotificationPreferences />
      </div>
    </HydrateClient>
  );
}
