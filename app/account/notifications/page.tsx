import type { Metadata } from "next";
import { Suspense } from "react";
import { NotificationPreferencesCard } from "@/app/_components/notification-preferences-card.tsx";
import { api, HydrateClient } from "@/app/_trpc/server.tsx";
import { requireUser } from "@/app/_trpc/session.ts";
import { TableSkeleton } from "@/app/_ui/feedback/skeletons.tsx";
import { PageHeader } from "@/app/_ui/page/page-header.tsx";
import { Section } from "@/app/_ui/page/section.tsx";
import { isMailAvailable } from "@/server/core/env/env.ts";
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
