import { IconProgress } from "@tabler/icons-react";
import type { Metadata } from "next";
import { ROLLOUT_STATES } from "@/db/schema/vocabulary.ts";
import { RolloutBadge } from "../../_components/rollouts/rollout-badge";
import { api } from "../../_trpc/server";
import { requireAdmin } from "../../_trpc/session";
import { EmptyState } from "../../_ui/feedback/empty-state";
import { FilterBar, FilterLinks } from "../../_ui/list/filter-links";
import { listHref, readChoices, readCursor, type SearchParams, toggleValue } from "../../_ui/list/list-url";
import { Pager } from "../../_ui/list/pager";
import { PageHeader } from "../../_ui/page/page-header";
import { ROLLOUTS_PATH } from "../_components/paths";
import { RolloutsTable } from "./_components/rollouts-table";

export const metadata: Metadata = { title: "Rollouts" };

export default async function RolloutsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  await requireAdmin();
  const params = await searchParams;
  const state = readChoices(params, "state", ROLLOUT_STATES);
  const cursor = readCursor(params);
  const { rollouts, nextCursor } = await api.adminRollouts.browse({ state, ...(cursor && { cursor }) });
  return (
    <>
      <PageHeader title="Rollouts" />
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
      <RolloutsTable
        rollouts={rollouts}
        empty={
          <EmptyState
            icon={<IconProgress size={20} stroke={1.6} />}
            title={state.length > 0 ? "No matching rollouts" : "No rollouts"}
            description={
              state.length > 0
                ? "Try another status."
                : "A rollout starts when a minor or patch version of an item is approved."
            }
          />
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
