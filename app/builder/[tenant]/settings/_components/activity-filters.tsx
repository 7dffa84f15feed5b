"use client";

import { Button, NativeSelect, TextInput } from "@mantine/core";
import { useRouter } from "next/navigation";
import { type FormEvent, useEffect, useState, useTransition } from "react";
import { describeAction } from "@/app/_components/audit/actions.ts";
import classes from "@/app/_components/audit/audit.module.css";
import { ACTIVITY_FILTERS, type ActivityFilterValues, activityHref } from "@/app/_paths/builder.ts";
import { ButtonLink } from "@/app/_ui/actions/button.tsx";
import { normalizeSearch } from "@/app/_ui/list/list-url.ts";
import { ACTIVITY_ACTIONS, STAFF_FILTER, STAFF_NAME } from "@/server/domains/audit/policy.ts";
import { MAX_SEARCH_LENGTH } from "@/shared/bounds.ts";

type ActivityFiltersProps = {
  tenant: string;
  filters: ActivityFilterValues;
  people: { id: string; name: string }[];
};

const ANY = { value: "", label: "Any" };
const ACTIONS = [
  ANY,
  ...ACTIVITY_ACTIONS.map((value) => ({ value, label: describeAction(value) })).sort((a, b) =>
    a.label.localeCompare(b.label),
  ),
];

/** Filters of a workspace's activity log, held by the URL. */
export function ActivityFilters({ tenant, filters, people }: ActivityFiltersProps) {
  const router = useRouter();
  const [isPending, startTransition] = useTransition();
  const [values, setValues] = useState<Record<string, string | undefined>>(filters);
  const asked = JSON.stringify(filters);

  // The URL also changes by the back button and by "Clear".
  useEffect(() => setValues(JSON.parse(asked)), [asked]);

  const go = (next: Record<string, string | undefined>) => {
    const view = Object.fromEntries(ACTIVITY_FILTERS.map((name) => [name, normalizeSearch(next[name])]));
    startTransition(() => router.push(activityHref(tenant, view), { scroll: false }));
  };
  const field = (name: (typeof ACTIVITY_FILTERS)[number]) => ({
    value: values[name] ?? "",
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      setValues({ ...values, [name]: currentTarget.value }),
  });
  const select = (name: "person" | "action") => ({
    value: values[name] ?? "",
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      go({ ...values, [name]: currentTarget.value }),
  });

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    go(values);
  }

  return (
    <form className={classes.filters} onSubmit={onSubmit} aria-busy={isPending}>
      <TextInput
        label="Search"
        placeholder="Name or version"
        autoComplete="off"
        spellCheck={false}
        maxLength={MAX_SEARCH_LENGTH}
        {...field("q")}
      />
      <NativeSelect
        label="Member"
        data={[
          ANY,
          ...people.map(({ id, name }) => ({ value: id, label: name })),
          { value: STAFF_FILTER, label: STAFF_NAME },
        ]}
        {...select("person")}
      />
      <NativeSelect label="Action" data={ACTIONS} {...select("action")} />
      <TextInput type="date" label="From" {...field("since")} />
      <TextInput type="date" label="To" {...field("until")} />
      <div className={classes.buttons}>
        <Button type="submit" variant="default" loading={isPending}>
          Apply
        </Button>
        {Object.values(filters).some(Boolean) && (
          <ButtonLink href={activityHref(tenant, {})} variant="quiet">
            Clear
          </ButtonLink>
        )}
      </div>
    </form>
  );
}
