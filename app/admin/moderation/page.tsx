import type { Metadata } from "next";
import { Suspense } from "react";
import { api, HydrateClient } from "../../_trpc/server";
import { describeListingTypes, segmentOfType, shownTypes, typeOfSegment } from "../../_ui/data/listing-type";
import { TableSkeleton } from "../../_ui/feedback/skeletons";
import { FilterBar, FilterLinks } from "../../_ui/page/filter-links";
import { readChoices, readCursor, type SearchParams, toggled } from "../../_ui/page/list-url";
import { PageHeader } from "../../_ui/page/page-header";
import { QUEUE_PATH } from "../_components/paths";
import { requireAdmin } from "../require-admin";
import { QueueTable } from "./_components/queue-table";
import { type QueueView, queueHref, queueInput } from "./_components/queue-view";

export const metadata: Metadata = { title: "Moderation" };

export default async function ModerationPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  await requireAdmin();
  const view = readView(await searchParams);
  void api.moderation.queue.prefetch(queueInput(view));
  return (
    <>
      <PageHeader
        title="Moderation"
        description="Listings of all tenants that wait for a decision, the oldest first."
      />
      <FilterBar clearHref={view.type.length > 0 ? QUEUE_PATH : undefined}>
        <FilterLinks
          label="Type"
          filters={shownTypes.map((type) => ({
            key: type,
            label: describeListingTypes(type),
            href: queueHref({ type: toggled(view.type, type) }),
            isOn: view.type.includes(type),
          }))}
        />
      </FilterBar>
      <HydrateClient>
        <Suspense fallback={<TableSkeleton columns={6} rows={8} />}>
          <QueueTable view={view} />
        </Suspense>
      </HydrateClient>
    </>
  );
}

function readView(params: SearchParams): QueueView {
  const segments = readChoices(params, "type", shownTypes.map(segmentOfType));
  return { type: segments.flatMap((segment) => typeOfSegment(segment) ?? []), cursor: readCursor(params) };
}
