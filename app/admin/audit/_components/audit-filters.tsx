"use client";

import { Button, TextInput } from "@mantine/core";
import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { type FormEvent, useEffect, useState, useTransition } from "react";
import classes from "@/app/_components/audit/audit.module.css";
import { AUDIT_PATH } from "@/app/_paths/admin.ts";
import { ButtonLink } from "@/app/_ui/actions/button.tsx";
import { AUDIT_FILTERS, type AuditFilterValues, auditHref } from "@/app/admin/_components/list-views.ts";
import { MAX_EMAIL_LENGTH } from "@/shared/bounds.ts";

/** Loaded on demand, with disabled fields of the same size as placeholders. */
const ActionSelect = dynamic(
  () => import("@/app/admin/_components/select-fields.tsx").then((module) => module.ActionSelect),
  {
    ssr: false,
    loading: () => <TextInput label="Action" placeholder="Any" disabled />,
  },
);

const ActorKindSelect = dynamic(
  () => import("@/app/admin/_components/select-fields.tsx").then((module) => module.ActorKindSelect),
  {
    ssr: false,
    loading: () => <TextInput label="Actor type" placeholder="Any" disabled />,
  },
);

const TEXTS = [
  { name: "actor", label: "Actor", placeholder: "Email, ID or worker" },
  { name: "tenant", label: "Workspace", placeholder: "Slug or ID" },
  { name: "subject", label: "Subject", placeholder: "Subject ID" },
] as const;
const DAYS = [
  { name: "since", label: "From" },
  { name: "until", label: "To" },
] as const;

/** Filters of the audit log, held by the URL. */
export function AuditFilters({ filters }: { filters: AuditFilterValues }) {
  const router = useRouter();
  const [isPending, startTransition] = useTransition();
  const [values, setValues] = useState(filters);
  const asked = JSON.stringify(filters);

  // The URL also changes by the back button and by "Clear".
  useEffect(() => setValues(JSON.parse(asked)), [asked]);

  const go = (next: AuditFilterValues) =>
    startTransition(() => router.push(auditHref(next), { scroll: false }));
  const set = (name: (typeof AUDIT_FILTERS)[number], value: string) =>
    setValues({ ...values, [name]: value });

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    go(Object.fromEntries(AUDIT_FILTERS.map((name) => [name, values[name]?.trim() ?? ""])));
  }

  return (
    <form className={classes.filters} onSubmit={onSubmit} aria-busy={isPending}>
      {TEXTS.map(({ name, label, placeholder }) => (
        <TextInput
          key={name}
          label={label}
          placeholder={placeholder}
          autoComplete="off"
          spellCheck={false}
          maxLength={MAX_EMAIL_LENGTH}
          value={values[name] ?? ""}
          onChange={(change) => set(name, change.currentTarget.value)}
        />
      ))}
      <ActorKindSelect value={values.by ?? ""} onChange={(by) => go({ ...values, by })} />
      <ActionSelect value={values.action ?? ""} onChange={(action) => go({ ...values, action })} />
      {DAYS.map(({ name, label }) => (
        <TextInput
          key={name}
          type="date"
          label={label}
          value={values[name] ?? ""}
          onChange={(change) => set(name, change.currentTarget.value)}
        />
      ))}
      <div className={classes.buttons}>
        <Button type="submit" variant="default" loading={isPending}>
          Apply
        </Button>
        {Object.values(filters).some(Boolean) && (
          <ButtonLink href={AUDIT_PATH} variant="quiet">
            Clear
          </ButtonLink>
        )}
      </div>
    </form>
  );
}
