import type { Metadata } from "next";
import { HydratedTable } from "@/app/_components/frame/hydrated-table.tsx";
import { describeListingTypes, listingTypes } from "@/app/_components/labels/listing-type.tsx";
import { QUEUE_PATH, REPORTS_PATH, SAVED_REPLIES_PATH } from "@/app/_paths/admin.ts";
import { ADMIN_PAGES } from "@/app/_paths/admin-pages.ts";
import { api } from "@/app/_trpc/server.tsx";
import { requireAdmin } from "@/app/_trpc/session.ts";
import { ButtonLink } from "@/app/_ui/actions/button.tsx";
import { FilterDisclosure } from "@/app/_ui/list/filter-disclosure.tsx";
import { FilterBar, FilterLinks } from "@/app/_ui/list/filter-links.tsx";
import { readChoices, type SearchParams, toggleFilters } from "@/app/_ui/list/list-url.ts";
import { PageHeader } from "@/app/_ui/page/page-header.tsx";
import { QUEUE_MARKS, SUBMISSION_KINDS } from "@/server/domains/moderation/input.ts";
import { type QueueView, queueHref, queueInput } from "../_components/list-views";
import { PublisherFilter, readCatalogView } from "../catalog/catalog-filters";
import { QueueTable } from "./_components/queue/queue-table";

export const metadata: Metadata = { title: ADMIN_PAGES.moderation.title };

const KIND_LABELS = { first: "First submissions", update: "Updates" } as const;
const MARK_LABELS = { flagged: "Flagged", free: "Unclaimed" } as const;

export default async function ModerationPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  await requireAdmin();
  const view = readView(await searchParams);
  void api.adminModeration.queue.prefetch(queueInput(view));
  return (
    <>
      <PageHeader
        title="Moderation"
        actions={
          <>
            <ButtonLink href={REPORTS_PATH}>Problem reports</ButtonLink>
            <ButtonLink href={SAVED_REPLIES_PATH}>Saved replies</ButtonLink>
          </>
        }
      />
      <QueueFilters view={{ ...view, cursor: undefined }} />
      <HydratedTable columns={8} rows={8}>
        <QueueTable view={view} />
      </HydratedTable>
    </>
  );
}

function QueueFilters({ view }: { view: QueueView }) {
  const { type, kind, marks, publisher } = view;
  const active = type.length + kind.length + marks.length + (publisher === undefined ? 0 : 1);
  return (
    <FilterBar clearHref={active > 0 ? QUEUE_PATH : undefined}>
      <FilterDisclosure active={active}>
        <FilterLinks
          label="Type"
          filters={toggleFilters(listingTypes, type, describeListingTypes, (type) =>
            queueHref({ ...view, type }),
          )}
        />
        <FilterLinks
          label="Submission"
          filters={toggleFilters(
            SUBMISSION_KINDS,
            kind,
            (one) => KIND_LABELS[one],
            (kind) => queueHref({ ...view, kind }),
          )}
        />
        <FilterLinks
          label="Show"
          filters={toggleFilters(
            QUEUE_MARKS,
            marks,
            (one) => MARK_LABELS[one],
            (marks) => queueHref({ ...view, marks }),
          )}
        />
        <PublisherFilter publisher={publisher} href={queueHref({ ...view, publisher: undefined })} />
      </FilterDisclosure>
    </FilterBar>
  );
}

function readView(params: SearchParams): QueueView {
  const { type, publisher, cursor } = readCatalogView(params);
  return {
    type,
    kind: readChoices(params, "kind", SUBMISSION_KINDS),
    marks: readChoices(params, "only", QUEUE_MARKS),
    publisher,
    cursor,
  };
}
