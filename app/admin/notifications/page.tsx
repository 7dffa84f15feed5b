import type { Metadata } from "next";
import { HydratedTable } from "@/app/_components/frame/hydrated-table.tsx";
import { ADMIN_PAGES } from "@/app/_paths/admin-pages.ts";
import { DOCS } from "@/app/_paths/docs.ts";
import { api } from "@/app/_trpc/server.tsx";
import { requireAdmin } from "@/app/_trpc/session.ts";
import { readValues, type SearchParams } from "@/app/_ui/list/list-url.ts";
import { PageHeader } from "@/app/_ui/page/page-header.tsx";
import { ChannelsTable } from "./_components/channels-table";
import { NewChannelButton, NewChannelDialog } from "./_components/new-channel";
import classes from "./_components/notifications.module.css";

export const metadata: Metadata = { title: ADMIN_PAGES.notifications.title };

type NotificationsPageProps = { searchParams: Promise<SearchParams> };

export default async function NotificationsPage({ searchParams }: NotificationsPageProps) {
  await requireAdmin();
  const isFailingOnly = readValues(await searchParams, "state").includes("FAILING");
  void api.adminCallbacks.list.prefetch();
  return (
    <>
      <PageHeader
        title={isFailingOnly ? "Failing endpoints" : "Notifications"}
        description={
          <>
            Endpoints that receive signed events. See the{" "}
            <a href={DOCS.callbacks.path} className={classes.link}>
              callbacks guide
            </a>
            .
          </>
        }
        actions={<NewChannelButton />}
      />
      <HydratedTable columns={6} rows={4}>
        <ChannelsTable isFailingOnly={isFailingOnly} />
      </HydratedTable>
      <NewChannelDialog />
    </>
  );
}
