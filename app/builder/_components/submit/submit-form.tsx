"use client";

import { Button, Textarea, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { notifications } from "@mantine/notifications";
import { useRouter } from "next/navigation";
import { manifestDifferences } from "@/server/archives/policy.ts";
import type { PublishListing } from "@/server/listings/input.ts";
import { REFERENCE_FIELD, suggestVersions } from "@/server/listings/policy.ts";
import formClasses from "../../../_components/forms/form.module.css";
import { FormProblem, fieldErrors } from "../../../_components/forms/form-problem";
import { type RouterOutputs, trpc } from "../../../_trpc/client";
import { type Problem, readProblem } from "../../../_trpc/problem";
import { ButtonLink } from "../../../_ui/actions/button";
import { formatNumber } from "../../../_ui/format";
import type { EntityDetail } from "../entities/entity-sections";
import { entityPath, listingPath } from "../paths";
import { ArchiveField, toArchiveProblem } from "./archive-field";
import { ChangelogField } from "./changelog-field";
import classes from "./submit.module.css";
import { useArchiveUpload } from "./use-archive-upload";
import { VersionField } from "./version-field";

type SubmitFormProps = {
  tenant: string;
  entity: Pick<EntityDetail, "id" | "type" | "slug" | "name" | "description">;
  versions: RouterOutputs["listings"]["versions"];
};

interface FormValues {
  name: string;
  version: string;
  description: string;
  changelog: string;
}

const FIELDS = ["name", "version", "description", "changelog"] as const;

/** Form that submits a version of a plugin or theme. */
export function SubmitForm({ tenant, entity, versions }: SubmitFormProps) {
  const router = useRouter();
  const utils = trpc.useUtils();
  const publish = trpc.listings.publish.useMutation();
  const suggestions = suggestVersions(versions);
  const { type, slug } = entity;
  const isTheme = type === "THEME";
  // A rejected version is the starting point of the next one.
  const [latest] = versions;
  const rejected = latest?.status === "REJECTED" ? latest : undefined;
  const toInput = (values: FormValues): PublishListing => ({
    ...values,
    type,
    slug,
    [REFERENCE_FIELD[type]]: entity.id,
    archiveSha256: stored?.sha256,
  });
  const form = useForm<FormValues>({
    initialValues: {
      name: rejected?.name ?? entity.name,
      version: suggestions[0]?.version ?? "",
      description: rejected?.description ?? entity.description ?? "",
      changelog: rejected?.changelog ?? "",
    },
  });

  const archive = useArchiveUpload(tenant, ({ manifest }) => {
    publish.reset();
    // Fields are filled in from the manifest.
    for (const field of FIELDS) {
      const value = manifest[field];
      if (typeof value === "string" && value !== "") form.setFieldValue(field, value);
    }
  });
  const stored = archive.state.kind === "stored" ? archive.state.archive : null;
  const { version } = form.values;
  const findings = stored
    ? manifestDifferences(stored.manifest, { type, slug, version: version.trim() })
    : [];

  async function submit(values: FormValues) {
    try {
      const listing = await publish.mutateAsync({ tenant, ...toInput(values) });
      void utils.listings.invalidate();
      void utils.entities.invalidate();
      void utils.themes.invalidate();
      notifications.show({ message: describeQueuePosition(listing) });
      router.push(listingPath(tenant, listing.id));
    } catch (error) {
      form.setErrors(toFieldErrors(readProblem(error)));
    }
  }

  return (
    <form className={classes.form} onSubmit={form.onSubmit(submit)} noValidate>
      {!isShownAtField(publish.error) && <FormProblem error={publish.error} fields={[...FIELDS]} />}
      {!isTheme && (
        <ArchiveField
          archive={archive}
          problem={toArchiveProblem(findings) ?? findArchiveProblem(publish.error)}
        />
      )}
      <VersionField
        suggestions={suggestions}
        onPick={(version) => form.setFieldValue("version", version)}
        {...form.getInputProps("version")}
      />
      <ChangelogField {...form.getInputProps("changelog")} value={form.values.changelog} />
      <TextInput label="Name" required autoComplete="off" {...form.getInputProps("name")} />
      <Textarea
        label="Description"
        required
        autosize
        minRows={3}
        maxRows={14}
        {...form.getInputProps("description")}
      />
      <div className={formClasses.buttons}>
        <ButtonLink href={entityPath(tenant, entity)}>Cancel</ButtonLink>
        <Button
          type="submit"
          loading={publish.isPending}
          disabled={archive.state.kind === "sending" || findings.length > 0}
        >
          Submit {version.trim()} for review
        </Button>
      </div>
    </form>
  );
}

/** Error codes that are shown at the version field; the server names no field for them. */
const VERSION_ERRORS = ["VERSION_EXISTS", "VERSION_NOT_INCREMENTED"];

const isShownAtField = (error: unknown): boolean =>
  [...VERSION_ERRORS, "ARCHIVE_REJECTED"].includes(readProblem(error).code ?? "");

const findArchiveProblem = (error: unknown): Problem | null => {
  const problem = error ? readProblem(error) : null;
  return problem?.code === "ARCHIVE_REJECTED" ? problem : null;
};

function toFieldErrors(problem: Problem): Record<string, string> {
  if (VERSION_ERRORS.includes(problem.code ?? "")) return { version: problem.message };
  if (problem.code === "ARCHIVE_REJECTED") return {};
  return fieldErrors(problem);
}

function describeQueuePosition({ name, version, review }: RouterOutputs["listings"]["publish"]): string {
  const place = review && ` (${formatNumber(review.position)} of ${formatNumber(review.pending)})`;
  return `${name} ${version} is pending review${place ?? ""}`;
}
