"use client";

import { Button, Textarea, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { notifications } from "@mantine/notifications";
import { useRouter } from "next/navigation";
import { manifestDifferences } from "@/server/archives/policy.ts";
import type { PublishListing } from "@/server/listings/input.ts";
import { REFERENCE_FIELD, suggestVersions } from "@/server/listings/policy.ts";
import { type RouterOutputs, trpc } from "../../../_trpc/client";
import { type Problem, readProblem } from "../../../_trpc/problem";
import { ButtonLink } from "../../../_ui/actions/button";
import { formatNumber } from "../../../_ui/format";
import type { EntityDetail } from "../entities/entity-facts";
import { fieldErrors } from "../field-errors";
import formClasses from "../form.module.css";
import { FormProblem } from "../form-problem";
import { entityPath, listingPath } from "../paths";
import { ArchiveField, findingsOf } from "./archive-field";
import { ChangelogField } from "./changelog-field";
import classes from "./submit.module.css";
import { useArchive } from "./use-archive";
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

/** A version of a plugin or theme on its way to the moderators. */
export function SubmitForm({ tenant, entity, versions }: SubmitFormProps) {
  const router = useRouter();
  const utils = trpc.useUtils();
  const publish = trpc.listings.publish.useMutation();
  const suggestions = suggestVersions(versions);
  const { type, slug } = entity;
  const isTheme = type === "THEME";
  // Who comes back with what was rejected need not write it anew.
  const [last] = versions;
  const refused = last?.status === "REJECTED" ? last : undefined;
  const toInput = (values: FormValues): PublishListing => ({
    ...values,
    type,
    slug,
    [REFERENCE_FIELD[type]]: entity.id,
    archiveSha256: stored?.sha256,
  });
  const form = useForm<FormValues>({
    initialValues: {
      name: refused?.name ?? entity.name,
      version: suggestions[0]?.version ?? "",
      description: refused?.description ?? entity.description ?? "",
      changelog: refused?.changelog ?? "",
    },
  });

  const archive = useArchive(tenant, ({ manifest }) => {
    publish.reset();
    // What the manifest says of the version holds, and need not be typed again.
    for (const field of FIELDS) {
      const said = manifest[field];
      if (typeof said === "string" && said !== "") form.setFieldValue(field, said);
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
      notifications.show({ message: describePlace(listing) });
      router.push(listingPath(tenant, listing.id));
    } catch (error) {
      form.setErrors(errorsOf(readProblem(error)));
    }
  }

  return (
    <form className={classes.form} onSubmit={form.onSubmit(submit)} noValidate>
      {!isElsewhere(publish.error) && <FormProblem error={publish.error} fields={[...FIELDS]} />}
      {!isTheme && (
        <ArchiveField archive={archive} problem={findingsOf(findings) ?? refusalOfArchive(publish.error)} />
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

/** What is wrong with the version's number is said without a field, and stands at it all the same. */
const OF_VERSION = ["VERSION_EXISTS", "VERSION_NOT_INCREMENTED"];

const isElsewhere = (error: unknown): boolean =>
  [...OF_VERSION, "ARCHIVE_REJECTED"].includes(readProblem(error).code ?? "");

const refusalOfArchive = (error: unknown): Problem | null => {
  const problem = error ? readProblem(error) : null;
  return problem?.code === "ARCHIVE_REJECTED" ? problem : null;
};

function errorsOf(problem: Problem): Record<string, string> {
  if (OF_VERSION.includes(problem.code ?? "")) return { version: problem.message };
  if (problem.code === "ARCHIVE_REJECTED") return {};
  return fieldErrors(problem);
}

function describePlace({ name, version, review }: RouterOutputs["listings"]["publish"]): string {
  const place =
    review && `, ${formatNumber(review.position)} of ${formatNumber(review.pending)} in the queue`;
  return `${name} ${version} waits for a moderator${place ?? ""}.`;
}
