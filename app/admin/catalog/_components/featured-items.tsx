"use client";

import { Button } from "@mantine/core";
import { IconArrowDown, IconArrowUp, IconStar } from "@tabler/icons-react";
import { useState } from "react";
import { ListingTypeLabel } from "@/app/_components/labels/listing-type.tsx";
import { type RouterOutputs, trpc } from "@/app/_trpc/client.tsx";
import { readProblem } from "@/app/_trpc/problem.ts";
import { onDemand } from "@/app/_ui/actions/on-demand.tsx";
import { actionsColumn, type Column, DataTable } from "@/app/_ui/data/data-table.tsx";
import { RelativeTime } from "@/app/_ui/data/time.tsx";
import { ClippedText, Dot, NamedSlug } from "@/app/_ui/data/values.tsx";
import { EmptyState } from "@/app/_ui/feedback/empty-state.tsx";
import { MAX_FEATURED_ITEMS } from "@/shared/bounds.ts";
import classes from "./featured-items.module.css";

const FeaturedItemPicker = onDemand(() =>
  import("./featured-item-picker").then((module) => module.FeaturedItemPicker),
);

type FeaturedItem = RouterOutputs["adminFeaturedItems"]["list"][number];

/** Featured items in order, with buttons that move, remove and add. */
export function FeaturedItems() {
  const utils = trpc.useUtils();
  const [items] = trpc.adminFeaturedItems.list.useSuspenseQuery();
  const [problem, setProblem] = useState<string>();
  const changed = {
    onMutate: () => setProblem(undefined),
    onError: (error: unknown) => setProblem(readProblem(error).message),
    onSettled: () => utils.adminFeaturedItems.list.invalidate(),
  };
  const addition = trpc.adminFeaturedItems.add.useMutation(changed);
  const move = trpc.adminFeaturedItems.move.useMutation(changed);
  const removal = trpc.adminFeaturedItems.remove.useMutation(changed);
  const isPending = addition.isPending || move.isPending || removal.isPending;

  const columns: Column<FeaturedItem>[] = [
    {
      key: "item",
      header: "Item",
      isWide: true,
      cell: ({ slug, shown }) => <NamedSlug name={shown?.name ?? slug} slug={slug} />,
    },
    { key: "type", header: "Type", cell: ({ type }) => <ListingTypeLabel type={type} /> },
    {
      key: "publisher",
      header: "Publisher",
      cell: ({ shown }) => (shown ? <ClippedText text={shown.publisher} /> : null),
    },
    {
      key: "status",
      header: "Status",
      cell: ({ shown }) =>
        shown ? <Dot tone="ok">Shown</Dot> : <Dot tone="warn">Not on the marketplace</Dot>,
    },
    {
      key: "featured",
      header: "Featured",
      isMinor: true,
      cell: ({ featuredAt }) => <RelativeTime value={featuredAt} />,
    },
    actionsColumn((item) => {
      const { type, slug, shown } = item;
      const name = shown?.name ?? slug;
      const index = items.indexOf(item);
      return (
        <span className={classes.actions}>
          <Button
            size="xs"
            variant="default"
            aria-label={`Move ${name} up`}
            disabled={isPending || index === 0}
            onClick={() => move.mutate({ type, slug, direction: "UP" })}
          >
            <IconArrowUp size={14} aria-hidden="true" />
          </Button>
          <Button
            size="xs"
            variant="default"
            aria-label={`Move ${name} down`}
            disabled={isPending || index === items.length - 1}
            onClick={() => move.mutate({ type, slug, direction: "DOWN" })}
          >
            <IconArrowDown size={14} aria-hidden="true" />
          </Button>
          <Button
            size="xs"
            variant="default"
            aria-label={`Remove ${name}`}
            disabled={isPending}
            onClick={() => removal.mutate({ type, slug })}
          >
            Remove
          </Button>
        </span>
      );
    }),
  ];
  return (
    <>
      {items.length < MAX_FEATURED_ITEMS ? (
        <div className={classes.picker}>
          <FeaturedItemPicker featured={items} isBusy={isPending} onAdd={(key) => addition.mutate(key)} />
        </div>
      ) : (
        <p className={classes.full}>
          Up to {MAX_FEATURED_ITEMS} items can be featured. Remove one to add another.
        </p>
      )}
      {problem && (
        <p role="alert" className={classes.problem}>
          {problem}
        </p>
      )}
      <DataTable
        caption="Featured items, in order"
        columns={columns}
        rows={items}
        rowKey={({ type, slug }) => `${type} ${slug}`}
        empty={
          <EmptyState
            icon={<IconStar size={20} stroke={1.6} />}
            title="No featured items"
            description="Choose an approved item to show it at the top of the marketplace."
          />
        }
      />
    </>
  );
}
