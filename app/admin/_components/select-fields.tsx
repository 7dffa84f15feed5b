"use client";

import { Select } from "@mantine/core";
import { keepPreviousData } from "@tanstack/react-query";
import { type ReactNode, useDeferredValue, useState } from "react";
import { describeAction } from "@/app/_components/audit/actions.ts";
import { trpc } from "@/app/_trpc/client.tsx";
import { normalizeSearch } from "@/app/_ui/list/list-url.ts";

type TenantPickerProps = {
  label: string;
  description?: string;
  /** A tenant's id, or null for all tenants. */
  value: string | null;
  onChange: (tenantId: string | null) => void;
  error?: ReactNode;
};

const SHOWN = 20;

/** Tenant select with search by name or slug. */
export function TenantPicker({ label, description, value, onChange, error }: TenantPickerProps) {
  const [text, setText] = useState("");
  const search = useDeferredValue(normalizeSearch(text));
  const chosen = trpc.adminTenants.get.useQuery({ tenantId: value ?? "" }, { enabled: value !== null });
  // After a choice the field holds the name of the tenant, which is not a search text.
  const isName = chosen.data !== undefined && labelOf(chosen.data) === search;
  const found = trpc.adminTenants.list.useQuery(
    { search: isName ? "" : search, limit: SHOWN },
    { placeholderData: keepPreviousData },
  );
  const options = [...(found.data?.tenants ?? []), ...(chosen.data ? [chosen.data] : [])];
  const byId = new Map(options.map((tenant) => [tenant.id, { value: tenant.id, label: labelOf(tenant) }]));
  return (
    <Select
      label={label}
      {...(description && { description })}
      placeholder="All workspaces"
      data={[...byId.values()]}
      value={value}
      onChange={onChange}
      error={error}
      searchable
      clearable
      searchValue={text}
      onSearchChange={setText}
      filter={({ options: all }) => all}
      nothingFoundMessage={found.isFetching ? "Searching…" : "No matching workspaces"}
    />
  );
}

const labelOf = ({ name, slug }: { name: string; slug: string }): string => `${name} (${slug})`;

/** Audit action select; empty for any action. */
export function ActionSelect({ value, onChange }: { value: string; onChange: (action: string) => void }) {
  const { data: actions = [] } = trpc.adminAudit.actions.useQuery();
  return (
    <Select
      label="Action"
      placeholder="Any"
      data={actions.map((action) => ({ value: action, label: describeAction(action) }))}
      searchable
      clearable
      value={value || null}
      onChange={(action) => onChange(action ?? "")}
    />
  );
}

const ACTOR_KINDS = [
  { value: "people", label: "Users" },
  { value: "machines", label: "Machines" },
];

/** Select of entries by people or by machines: API tokens, workers, providers and the platform. */
export function ActorKindSelect({ value, onChange }: { value: string; onChange: (kind: string) => void }) {
  return (
    <Select
      label="Actor type"
      placeholder="Any"
      data={ACTOR_KINDS}
      clearable
      value={value || null}
      onChange={(kind) => onChange(kind ?? "")}
    />
  );
}
