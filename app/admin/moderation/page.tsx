import type { Metadata } from "next";
import { Suspense } from "react";
import { QUEUE_MARKS, SUBMISSION_KINDS } from "@/server/moderation/input.ts";
import { api, HydrateClient } from "../../_trpc/server";
import { describeListingTypes, segmentOfType, shownTypes, typeOfSegment } from "../../_ui/data/listing-type";
import { TableSkeleton } from "../../_ui/feedback/skeletons";
import { FilterBar, FilterLinks } from "../../_ui/list/filter-links";
import { readAll, readChoices, readCursor, type SearchParams, toggled } from "../../_ui/list/list-url";
import { PageHeader } from "../../_ui/page/page-header";
import { QUEUE_PATH } from "../_components/paths";
import { requireAdmin } from "../require-admin";
import { QueueTable } from "./_components/queue/queue-table";
import { isNarrowed, type QueueView, queueHref, queueInput } from "./_components/queue/queue-view";

export const metadata: Metadata = { title: "Moderation" };

const KIND_WORDS = { first: "First submissions", update: "Updates" } as const;
const MARK_WORDS = { flagged: "With risk flags", free: "Nobody is looking" } as const;

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
      <QueueFilters view={{ ...view, cursor: undefined }} />
      <HydrateClient>
        <Suspense fallback={<TableSkeleton columns={8} rows={8} />}>
          <QueueTable view={view} />
        </Suspense>
      </HydrateClient>
    </>
  );
}

function QueueFilters({ view }: { view: QueueView }) {
  const { type, kind, marks, publisher } = view;
  return (
    <FilterBar clearHref={isNarrowed(view) ? QUEUE_PATH : undefined}>
      <FilterLinks
        label="Type"
        filters={shownTypes.map((one) => ({
          key: one,
          label: describeListingTypes(one),
          href: queueHref({ ...view, type: toggled(type, one) }),
          isOn: type.includes(one),
        }))}
      />
      <FilterLinks
        label="Submission"
        filters={SUBMISSION_KINDS.map((one) => ({
          key: one,
          label: KIND_WORDS[one],
          href: queueHref({ ...view, kind: toggled(kind, one) }),
          isOn: kind.includes(one),
        }))}
      />
      <FilterLinks
        label="Only"
        filters={QUEUE_MARKS.map((one) => ({
          key: one,
          label: MARK_WORDS[one],
          href: queueHref({ ...view, marks: toggled(marks, one) }),
          isOn: marks.includes(one),
        }))}
      />
      {publisher && (
        <FilterLinks
          label="Publisher"
          filters={[
            {
              key: publisher,
              label: publisher,
              href: queueHref({ ...view, publisher: undefined }),
              isOn: true,
            },
          ]}
        />
      )}
    </FilterBar>
  );
}

const SLUG = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;

function readView(params: SearchParams): QueueView {
  const segments = readChoices(params, "type", shownTypes.map(segmentOfType));
  const [publisher] = readAll(params, "publisher");
  return {
    type: segments.flatMap((segment) => typeOfSegment(segment) ?? []),
    kind: readChoices(params, "kind", SUBMISSION_KINDS),
    marks: readChoices(params, "only", QUEUE_MARKS),
    publisher: publisher && publisher.length >= 3 && SLUG.test(publisher) ? publisher : undefined,
    cursor: readCursor(params),
  };
}
