import type { Metadata } from "next";
import { HydratedTable } from "@/app/_components/frame/hydrated-table.tsx";
import { BILLING_PATH } from "@/app/_paths/admin.ts";
import { ADMIN_PAGES } from "@/app/_paths/admin-pages.ts";
import { api } from "@/app/_trpc/server.tsx";
import { requireAdmin } from "@/app/_trpc/session.ts";
import { FilterBar, FilterLinks } from "@/app/_ui/list/filter-links.tsx";
import { readChoices, readCursor, type SearchParams, toggleFilters } from "@/app/_ui/list/list-url.ts";
import { PageHeader } from "@/app/_ui/page/page-header.tsx";
import { PROVIDER_LABELS } from "@/shared/labels.ts";
import { BILLING_EVENT_STATES, PAYMENT_PROVIDERS } from "@/shared/vocabulary.ts";
import { type EventsView, eventsHref, eventsInput } from "../_components/list-views";
import { EventStateBadge } from "../_components/state-badges";
import { EventsTable } from "./_components/events-table";

export const metadata: Metadata = { title: ADMIN_PAGES.billing.title };

export default async function BillingEventsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  await requireAdmin();
  const view = readView(await searchParams);
  void api.adminBilling.events.prefetch(eventsInput(view));
  const hrefOf = (change: Partial<EventsView>) => eventsHref({ ...view, cursor: undefined, ...change });
  const isFiltered = view.state.length + view.provider.length > 0;
  return (
    <>
      <PageHeader title="Billing events" />
      <FilterBar clearHref={isFiltered ? BILLING_PATH : undefined}>
        <FilterLinks
          label="Status"
          filters={toggleFilters(
            BILLING_EVENT_STATES,
            view.state,
            (state) => <EventStateBadge state={state} />,
            (state) => hrefOf({ state }),
          )}
        />
        <FilterLinks
          label="Provider"
          filters={toggleFilters(
            PAYMENT_PROVIDERS,
            view.provider,
            (provider) => PROVIDER_LABELS[provider],
            (provider) => hrefOf({ provider }),
          )}
        />
      </FilterBar>
      <HydratedTable columns={7} rows={16}>
        <EventsTable view={view} />
      </HydratedTable>
    </>
  );
}

function readView(params: SearchParams): EventsView {
  return {
    state: readChoices(params, "state", BILLING_EVENT_STATES),
    provider: readChoices(params, "provider", PAYMENT_PROVIDERS),
    cursor: readCursor(params),
  };
}
