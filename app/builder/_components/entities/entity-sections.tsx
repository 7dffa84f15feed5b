import { IconUpload } from "@tabler/icons-react";
import { Suspense } from "react";
import type { RouterOutputs } from "../../../_trpc/client";
import { api, HydrateClient } from "../../../_trpc/server";
import { ButtonLink } from "../../../_ui/actions/button";
import { CopyableId } from "../../../_ui/actions/copyable-code";
import { ListingTypeLabel } from "../../../_ui/data/listing-type";
import { RelativeTime } from "../../../_ui/data/time";
import { Absent, KeyValueList } from "../../../_ui/data/values";
import { EmptyState } from "../../../_ui/feedback/empty-state";
import { TableSkeleton } from "../../../_ui/feedback/skeletons";
import { Section } from "../../../_ui/page/section";
import { itemPath } from "../../../(site)/marketplace/_components/market-view";
import classes from "./entities.module.css";
import { VersionsTable } from "./versions-table";

export type EntityDetail = RouterOutputs["entities"]["get"];

type EntityVersionsProps = {
  tenant: string;
  entity: EntityDetail;
  /** Null without the permission to publish. */
  submitHref: string | null;
  /** First step for an entity without versions. */
  firstStep: string;
  /** CLI command of the first step. */
  command?: string;
};

export function EntityVersions({ tenant, entity, submitHref, firstStep, command }: EntityVersionsProps) {
  const { type, id } = entity;
  void api.listings.versions.prefetch({ tenant, type, entityId: id });
  return (
    <Section title="Versions">
      <HydrateClient>
        <Suspense fallback={<TableSkeleton columns={5} rows={4} />}>
          <VersionsTable
            tenant={tenant}
            type={type}
            entityId={id}
            empty={
              <EmptyState
                icon={<IconUpload size={20} stroke={1.6} />}
                title="No versions yet"
                description={`${firstStep}. A moderator reviews it before it is listed.`}
                {...(submitHref && {
                  action: <ButtonLink href={submitHref}>Submit version</ButtonLink>,
                  ...(command && { command }),
                })}
              />
            }
          />
        </Suspense>
      </HydrateClient>
    </Section>
  );
}

export function EntityDescription({ entity }: { entity: EntityDetail }) {
  return (
    <Section title="Description" isCard>
      {entity.description ? (
        <p className={classes.description}>{entity.description}</p>
      ) : (
        <p className={classes.none}>No description</p>
      )}
    </Section>
  );
}

export function EntityMetadata({ entity }: { entity: EntityDetail }) {
  const { id, type, slug, approvedVersion, createdAt, updatedAt } = entity;
  return (
    <div className={classes.metadata}>
      <KeyValueList
        items={[
          { label: "Type", value: <ListingTypeLabel type={type} /> },
          { label: "Slug", value: <CopyableId id={slug} label="slug" shownLength={64} /> },
          { label: "ID", value: <CopyableId id={id} label="id" shownLength={13} /> },
          {
            label: "Published version",
            value: approvedVersion ? <a href={itemPath(entity)}>{approvedVersion}</a> : <Absent why="none" />,
          },
          { label: "Registered", value: <RelativeTime value={createdAt} /> },
          { label: "Updated", value: <RelativeTime value={updatedAt} /> },
        ]}
      />
    </div>
  );
}
