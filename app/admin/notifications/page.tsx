import type { Metadata } from "next";
import { Suspense } from "react";
import { api, HydrateClient } from "../../_trpc/server";
import { requireAdmin } from "../../_trpc/session";
import { TableSkeleton } from "../../_ui/feedback/skeletons";
import { readValues, type SearchParams } from "../../_ui/list/list-url";
import { PageHeader } from "../../_ui/page/page-header";
import { ChannelsTable } from "./_components/channels-table";
import { NewChannelButton, NewChannelDialog } from "./_components/new-channel";
import classes from "./_components/notifications.module.css";

export const metadata: Metadata = { title: "Notifications" };

type NotificationsPageProps = { searchParams: Promise<SearchParams> };

export default async function NotificationsPage({ searchParams }: NotificationsPageProps) {
  await requireAdmin();
  const isFailingOnly = readValues(await searchParams, "state").includes("FAILING");
  void api.adminNotifications.list.prefetch();
  return (
    <>
      <PageHeader
        title={isFailingOnly ? "Failing endpoints" : "Notifications"}
        description={
          <>
            Endpoints that receive signed events. See the{" "}
            <a href="/docs/callbacks" className={classes.link}>
              callbacks guide
            </a>
            .
          </>
        }
        actions={<NewChannelButton />}
      />
      <HydrateClient>
        <Suspense fallback={<TableSkeleton columns={6} rows={4} />}>
          <ChannelsTable isFailingOnly={isFailingOnly} />
        </Suspense>
      </HydrateClient>
      <NewChannelDialog />
    </>
  );
}
