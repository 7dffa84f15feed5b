"use client";

import { Select } from "@mantine/core";
import { keepPreviousData } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import { describeListingType } from "@/app/_components/labels/listing-type.tsx";
import { type RouterOutputs, trpc } from "@/app/_trpc/client.tsx";
import { normalizeSearch } from "@/app/_ui/list/list-url.ts";

const SHOWN = 20;

type Key = Pick<RouterOutputs["adminFeaturedItems"]["list"][number], "type" | "slug">;
type FeaturedItemPickerProps = {
  featured: readonly Key[];
  isBusy: boolean;
  onAdd: (key: Key) => void;
};

/** Select of approved items with the search of the marketplace; a choice features the item. */
export function FeaturedItemPicker({ featured, isBusy, onAdd }: FeaturedItemPickerProps) {
  const [text, setText] = useState("");
  const search = useDeferredValue(normalizeSearch(text));
  const found = trpc.marketplace.search.useQuery(
    { search, limit: SHOWN },
    { placeholderData: keepPreviousData },
  );
  const isFeatured = (item: Key) =>
    featured.some(({ type, slug }) => type === item.type && slug === item.slug);
  const items = (found.data?.items ?? []).filter((item) => !isFeatured(item));
  return (
    <Select
      label="Feature an item"
      placeholder="Search approved items"
      data={items.map((item) => ({ value: `${item.type}/${item.slug}`, label: labelOf(item) }))}
      value={null}
      onChange={(value) => {
        const [type, slug] = value?.split("/") ?? [];
        const item = items.find((one) => one.type === type && one.slug === slug);
        if (item) onAdd({ type: item.type, slug: item.slug });
        setText("");
      }}
      disabled={isBusy}
      searchable
      searchValue={text}
      onSearchChange={setText}
      filter={({ options }) => options}
      nothingFoundMessage={found.isFetching ? "Searching…" : "No matching items"}
    />
  );
}

type Item = RouterOutputs["marketplace"]["search"]["items"][number];

const labelOf = ({ name, type, publisher }: Item): string =>
  `${name} · ${describeListingType(type)} by ${publisher}`;
