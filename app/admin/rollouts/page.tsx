import { IconProgress } from "@tabler/icons-react";
import type { Metadata } from "next";
import { ROLLOUT_STATES } from "@/shared/vocabulary.ts";
import { RolloutBadge } from "../../_components/rollouts/rollout-badge";
import { api } from "../../_trpc/server";
import { requireAdmin } from "../../_trpc/session";
import { ButtonLink } from "../../_ui/actions/button";
import { EmptyState } from "../../_ui/feedback/empty-state";
import { FilterBar, FilterLinks } from "../../_ui/list/filter-links";
import { listHref, readChoices, readCursor, type SearchParams, toggleValue } from "../../_ui/list/list-url";
import { Pager } from "../../_ui/list/pager";
import { PageHeader } from "../../_ui/page/page-header";
import { QUEUE_PATH, ROLLOUTS_PATH } from "../_components/paths";
import { RolloutsTable } from "./_components/rollouts-table";

export const metadata: Metadata = { title: "Rollouts" };

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
            filters={ROLLOUT_STATES.map((one) => ({
              key: one,
              label: <RolloutBadge state={one} />,
              href: listHref(ROLLOUTS_PATH, { state: toggleValue(state, one) }),
              isOn: state.includes(one),
            }))}
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
