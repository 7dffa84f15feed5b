import { type UseFormReturnType, useForm } from "@mantine/form";
import { useEffect, useRef } from "react";
import { type RouterOutputs, trpc } from "@/app/_trpc/client.tsx";
import { findLatest, type SuggestedVersion, suggestVersions } from "@/server/domains/listings/policy.ts";
import type { EntityDetail } from "../entities/entity-sections.tsx";

export type SubmittedEntity = Pick<
  EntityDetail,
  "id" | "type" | "slug" | "name" | "description" | "updatedAt"
>;
export type SubmittedVersion = RouterOutputs["listings"]["versions"][number];

export interface SubmitValues {
  name: string;
  version: string;
  description: string;
  changelog: string;
}

export const SUBMIT_FIELDS = ["name", "version", "description", "changelog"] as const;

interface SubmitForm {
  form: UseFormReturnType<SubmitValues>;
  suggestions: SuggestedVersion[];
  /** The version submitted last, if it was rejected. */
  rejected: SubmittedVersion | undefined;
  fillFrom: (manifest: Record<string, unknown>) => void;
  /** Reverts what a removed archive filled in. */
  revertFilled: () => void;
}

/**
 * Values of the form of a new version. A rejected version is the starting point of the next one. Versions are read again when
 * the form opens, since the page may come from the browser's history; an untouched version field follows them.
 */
export function useSubmitValues(
  tenant: string,
  entity: SubmittedEntity,
  initialVersions: SubmittedVersion[],
): SubmitForm {
  const key = { tenant, type: entity.type, entityId: entity.id };
  const { data: versions } = trpc.listings.versions.useQuery(key, {
    initialData: initialVersions,
    staleTime: 0,
  });
  const latest = findLatest(versions);
  const rejected = latest?.status === "REJECTED" ? latest : undefined;
  const suggestions = suggestVersions(versions, rejected?.version);
  const proposed = suggestions[0]?.version ?? "";
  const form = useForm<SubmitValues>({
    initialValues: { ...startingPoint(entity, rejected), version: proposed },
  });

  const lastProposed = useRef(proposed);
  const { setFieldValue } = form;
  const { version } = form.values;
  useEffect(() => {
    if (version === lastProposed.current) setFieldValue("version", proposed);
    lastProposed.current = proposed;
  }, [proposed, version, setFieldValue]);

  const filled = useRef<{ field: keyof SubmitValues; before: string; value: string }[]>([]);
  function revertFilled() {
    for (const { field, before, value } of filled.current) {
      if (form.getValues()[field] === value) form.setFieldValue(field, before);
    }
    filled.current = [];
  }
  function fillFrom(manifest: Record<string, unknown>) {
    revertFilled();
    for (const field of SUBMIT_FIELDS) {
      const value = manifest[field];
      if (typeof value !== "string" || value === "") continue;
      filled.current.push({ field, before: form.getValues()[field], value });
      form.setFieldValue(field, value);
    }
  }
  return { form, suggestions, rejected, fillFrom, revertFilled };
}

/** Texts of the rejected version, unless the entity was edited since. */
function startingPoint(entity: SubmittedEntity, rejected: SubmittedVersion | undefined) {
  const isEditedSince = rejected !== undefined && entity.updatedAt > rejected.submittedAt;
  const source = rejected && !isEditedSince ? rejected : entity;
  return {
    name: source.name,
    description: source.description ?? rejected?.description ?? "",
    changelog: rejected?.changelog ?? "",
  };
}
