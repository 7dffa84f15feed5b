import { IconProgress } from "@tabler/icons-react";
import type { Metadata } from "next";
import { RolloutBadge } from "@/app/_components/rollouts/rollout-state.tsx";
import { QUEUE_PATH, ROLLOUTS_PATH } from "@/app/_paths/admin.ts";
import { ADMIN_PAGES } from "@/app/_paths/admin-pages.ts";
import { api } from "@/app/_trpc/server.tsx";
import { requireAdmin } from "@/app/_trpc/session.ts";
import { ButtonLink } from "@/app/_ui/actions/button.tsx";
import { EmptyState } from "@/app/_ui/feedback/empty-state.tsx";
import { FilterBar, FilterLinks } from "@/app/_ui/list/filter-links.tsx";
import {
  listHref,
  readChoices,
  readCursor,
  type SearchParams,
  toggleFilters,
} from "@/app/_ui/list/list-url.ts";
import { Pager } from "@/app/_ui/list/pager.tsx";
import { PageHeader } from "@/app/_ui/page/page-header.tsx";
import { ROLLOUT_STATES } from "@/shared/vocabulary.ts";
import { RolloutsTable } from "./_components/rollouts-table";

export const metadata: Metadata = { title: ADMIN_PAGES.rollouts.title };

export default async function RolloutsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  await requireAdmin();
  const params = await searchParams;
  const state = readChoices(params, "state", ROLLOUT_STATES);
  const cursor = readCursor(params);
  const { rollouts, nextCursor } = await api.adminRollouts.browse({ state, ...(cursor && { cursor }) });
  const hasRollouts = rollouts.length > 0 || state.length > 0 || cursor !== undefined;
  return (
    <>
      <PageHeader title="Rollouts" />
      {hasRollouts && (
        <FilterBar clearHref={state.length > 0 ? ROLLOUTS_PATH : undefined}>
          <FilterLinks
            label="Status"
            filters={toggleFilters(
              ROLLOUT_STATES,
              state,
              (one) => <RolloutBadge state={one} />,
              (state) => listHref(ROLLOUTS_PATH, { state }),
            )}
          />
        </FilterBar>
      )}
      <RolloutsTable
        rollouts={rollouts}
        empty={
          hasRollouts ? (
            <EmptyState
              icon={icon}
              title="No matching rollouts"
              action={<ButtonLink href={ROLLOUTS_PATH}>Clear filters</ButtonLink>}
            />
          ) : (
            <EmptyState
              icon={icon}
              title="No rollouts yet"
              description="Approving a minor or patch version starts one: installations are updated in rings, and the rollout is put on hold if their builds fail more often."
              action={<ButtonLink href={QUEUE_PATH}>Review submissions</ButtonLink>}
            />
          )
        }
        footer={
          (cursor || nextCursor) && (
            <Pager
              newerHref={cursor ? listHref(ROLLOUTS_PATH, { state }) : undefined}
              olderHref={nextCursor ? listHref(ROLLOUTS_PATH, { state, cursor: nextCursor }) : undefined}
            />
          )
        }
      />
    </>
  );
}

const icon = <IconProgress size={20} stroke={1.6} />;
