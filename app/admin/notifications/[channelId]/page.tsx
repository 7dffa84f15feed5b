import type { Metadata } from "next";
import { Suspense } from "react";
import { NOTIFICATIONS_PATH } from "@/app/_paths/admin.ts";
import { api, HydrateClient, orNotFound } from "@/app/_trpc/server.tsx";
import { requireAdmin } from "@/app/_trpc/session.ts";
import { TableSkeleton } from "@/app/_ui/feedback/skeletons.tsx";
import { readChoices, readCursor, type SearchParams } from "@/app/_ui/list/list-url.ts";
import { PageHeader } from "@/app/_ui/page/page-header.tsx";
import { Section } from "@/app/_ui/page/section.tsx";
import { type DeliveriesView, deliveriesInput } from "@/app/admin/_components/list-views.ts";
import { DELIVERY_STATES } from "@/shared/vocabulary.ts";
import { ChannelActions } from "../_components/channel-actions";
import { ChannelHealth } from "../_components/channel-health";
import { DeliveriesTable } from "../_components/deliveries-table";
import { RedeliverFailed } from "../_components/redeliver-failed";

type ChannelPageProps = { params: Promise<{ channelId: string }>; searchParams: Promise<SearchParams> };

export async function generateMetadata({ params }: ChannelPageProps): Promise<Metadata> {
  await requireAdmin();
  const { channelId } = await params;
  const { name } = await orNotFound(api.adminCallbacks.get({ channelId }));
  return { title: name };
}

export default async function ChannelPage({ params, searchParams }: ChannelPageProps) {
  await requireAdmin();
  const { channelId } = await params;
  const channel = await orNotFound(api.adminCallbacks.get({ channelId }));
  const view = readView(channelId, await searchParams);
  void api.adminCallbacks.get.prefetch({ channelId });
  void api.adminCallbacks.deliveries.prefetch(deliveriesInput(view));
  return (
    <HydrateClient>
      <PageHeader
        breadcrumbs={[{ href: NOTIFICATIONS_PATH, label: "Notifications" }]}
        title={channel.name}
        description={channel.url}
        actions={<ChannelActions channelId={channelId} />}
      />
      <ChannelHealth channelId={channelId} />
      <Section title="Deliveries" actions={<RedeliverFailed channelId={channelId} />}>
        <Suspense fallback={<TableSkeleton columns={6} rows={10} />}>
          <DeliveriesTable view={view} />
        </Suspense>
      </Section>
    </HydrateClient>
  );
}

const readView = (channelId: string, params: SearchParams): DeliveriesView => ({
  channelId,
  state: readChoices(params, "state", DELIVERY_STATES),
  cursor: readCursor(params),
});
