"use client";

import { Button, Textarea, TextInput } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useRouter } from "next/navigation";
import { useRef } from "react";
import { checkedSubmit, showErrors } from "@/app/_components/forms/checked-submit.ts";
import formClasses from "@/app/_components/forms/form.module.css";
import { FormProblem, fieldErrors } from "@/app/_components/forms/form-problem.tsx";
import { entityPath, listingPath } from "@/app/_paths/builder.ts";
import { type RouterOutputs, trpc } from "@/app/_trpc/client.tsx";
import { type Problem, readProblem } from "@/app/_trpc/problem.ts";
import { ButtonLink } from "@/app/_ui/actions/button.tsx";
import { formatNumber } from "@/app/_ui/format.ts";
import { Link } from "@/app/_ui/page/link.tsx";
import { ExpandableText } from "@/app/_ui/text/expandable-text.tsx";
import { manifestDifferences } from "@/server/domains/items/archives/policy.ts";
import type { PublishListing } from "@/server/domains/listings/input.ts";
import { describeReason, isVersion } from "@/server/domains/listings/policy.ts";
import { isolate } from "@/shared/text/isolate.ts";
import { REFERENCE_FIELD } from "@/shared/vocabulary.ts";
import { ArchiveField, toArchiveProblem } from "./archive-field.tsx";
import { ChangelogField } from "./changelog-field.tsx";
import { ConfirmIncomplete, type MissingPart, useIncompleteConfirmation } from "./confirm-incomplete.tsx";
import classes from "./submit.module.css";
import { useArchiveUpload } from "./use-archive-upload.ts";
import {
  SUBMIT_FIELDS,
  type SubmittedEntity,
  type SubmittedVersion,
  type SubmitValues,
  useSubmitValues,
} from "./use-submit-values.ts";
import { VersionField } from "./version-field.tsx";

type SubmitFormProps = {
  tenant: string;
  entity: SubmittedEntity;
  versions: SubmittedVersion[];
};

/** Form that submits a version of a plugin or theme. */
export function SubmitForm({ tenant, entity, versions }: SubmitFormProps) {
  const router = useRouter();
  const utils = trpc.useUtils();
  const publish = trpc.listings.publish.useMutation();
  const { form, suggestions, rejected, fillFrom, revertFilled } = useSubmitValues(tenant, entity, versions);
  const { type, slug } = entity;
  const isTheme = type === "THEME";
  const archive = useArchiveUpload(tenant, {
    onStored: ({ manifest }) => {
      publish.reset();
      fillFrom(manifest);
    },
    onRemoved: () => {
      publish.reset();
      revertFilled();
    },
  });
  const stored = archive.state.kind === "stored" ? archive.state.archive : null;
  const { version } = form.values;
  const findings = stored
    ? manifestDifferences(stored.manifest, { type, slug, version: version.trim() })
    : [];

  const missing: MissingPart[] = [
    ...(isTheme || stored ? [] : ["archive" as const]),
    ...(form.values.changelog.trim() === "" ? ["changelog" as const] : []),
  ];
  const confirmation = useIncompleteConfirmation(missing);
  const element = useRef<HTMLFormElement>(null);

  async function submit(values: SubmitValues) {
    const input: PublishListing = {
      ...values,
      type,
      slug,
      [REFERENCE_FIELD[type]]: entity.id,
      archiveSha256: stored?.sha256,
    };
    const listing = await publish.mutateAsync({ tenant, ...input });
    void utils.listings.invalidate();
    void utils.entities.invalidate();
    void utils.themes.invalidate();
    notifications.show({ message: describeQueuePosition(listing) });
    router.push(listingPath(tenant, listing.id));
  }

  async function submitIncomplete() {
    confirmation.accept();
    await submit(form.getValues()).catch((error: unknown) =>
      showErrors(element.current, () => form.setErrors(toFieldErrors(readProblem(error)))),
    );
  }

  return (
    <>
      <form
        ref={element}
        className={classes.form}
        onSubmit={checkedSubmit(
          form,
          (values) => (confirmation.mustAsk ? confirmation.open() : submit(values)),
          toFieldErrors,
          findFormatErrors,
        )}
        noValidate
      >
        {rejected && <RejectionNotice tenant={tenant} rejected={rejected} />}
        {!isShownAtField(publish.error) && <FormProblem error={publish.error} fields={[...SUBMIT_FIELDS]} />}
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
            loading={publish.isPending || publish.isSuccess}
            disabled={archive.state.kind === "sending" || findings.length > 0}
          >
            Submit {isVersion(version.trim()) ? version.trim() : "version"} for review
          </Button>
        </div>
      </form>
      <ConfirmIncomplete
        missing={missing}
        version={version.trim()}
        isOpen={confirmation.isOpen}
        onClose={confirmation.close}
        onConfirm={submitIncomplete}
      />
    </>
  );
}

const findFormatErrors = ({ version }: SubmitValues): Record<string, string> =>
  isVersion(version.trim()) ? {} : { version: "Enter a version such as 1.4.0 or 2.0.0-beta.1." };

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
  return `${isolate(name)} ${version} is pending review${place ?? ""}`;
}

type RejectionNoticeProps = { tenant: string; rejected: RouterOutputs["listings"]["versions"][number] };

/** Reason and comment of the last rejection, above the form of the next version. */
function RejectionNotice({ tenant, rejected }: RejectionNoticeProps) {
  const { reason, comment } = rejected.decision ?? { reason: null, comment: null };
  const known = reason ? describeReason(reason) : null;
  return (
    <section className={classes.rejection} aria-label="Last rejection">
      <h2>
        {rejected.version} was rejected{known && `: ${known.title}`}
      </h2>
      {comment && (
        <blockquote>
          <ExpandableText text={comment} />
        </blockquote>
      )}
      {known?.help && <p>{known.help}</p>}
      <p>
        <Link href={listingPath(tenant, rejected.id)}>View listing</Link>
      </p>
    </section>
  );
}
