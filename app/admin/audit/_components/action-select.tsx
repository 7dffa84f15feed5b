"use client";

import { Select } from "@mantine/core";
import { trpc } from "../../../_trpc/client";

/** One of the actions that the log holds; an empty one is any. */
export function ActionSelect({ value, onChange }: { value: string; onChange: (action: string) => void }) {
  const { data: actions = [] } = trpc.adminAudit.actions.useQuery();
  return (
    <Select
      label="Action"
      placeholder="Any"
      data={actions}
      searchable
      clearable
      value={value || null}
      onChange={(action) => onChange(action ?? "")}
    />
  );
}
