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
            ? "What you get in all your workspaces, in the bell and by email. Changes are saved at once."
            : "What you get in all your workspaces. This server does not send email. Changes are saved at once."
        }
      />
      <NotificationPreferencesCard />
      <HydrateClient>
        <div className={classes.part}>
          <Section title="Builds by app" description="Instead of the choice above">
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
