import { IconDownload, IconUpload } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { ListingTypeLabel } from "@/app/_components/labels/listing-type.tsx";
import { itemPath } from "@/app/_paths/marketplace.ts";
import type { RouterOutputs } from "@/app/_trpc/client.tsx";
import { api, HydrateClient } from "@/app/_trpc/server.tsx";
import { ButtonLink } from "@/app/_ui/actions/button.tsx";
import { CopyableId } from "@/app/_ui/actions/copyable-code.tsx";
import { type Column, DataTable } from "@/app/_ui/data/data-table.tsx";
import { Sparkline } from "@/app/_ui/data/sparkline.tsx";
import { RelativeTime } from "@/app/_ui/data/time.tsx";
import { Absent, ClippedText, KeyValueList } from "@/app/_ui/data/values.tsx";
import { EmptyState } from "@/app/_ui/feedback/empty-state.tsx";
import { formatNumber } from "@/app/_ui/format.ts";
import { Section } from "@/app/_ui/page/section.tsx";
import type { DownloadPeriod } from "@/shared/vocabulary.ts";
import { Downloads } from "./downloads.tsx";
import classes from "./entities.module.css";
import { VersionsTable } from "./versions-table.tsx";

export type EntityDetail = RouterOutputs["entities"]["get"];

type EntityPageProps = EntityVersionsProps & {
  days: DownloadPeriod;
  /** Above the versions. */
  children?: ReactNode;
};

/** Page of a plugin or theme, below its header. */
export async function EntityPage({ days, children, ...versions }: EntityPageProps) {
  const { tenant, entity } = versions;
  const { type, slug } = entity;
  const history = await api.installations.history({ tenant, type, slug });
  return (
    <div className={classes.columns}>
      <div>
        {children}
        <EntityVersions {...versions} />
        <Downloads tenant={tenant} entity={entity} days={days} />
        {entity.approvedVersion && <EntityInstallations history={history} />}
        <EntityDescription entity={entity} />
      </div>
      <Section title="Details" isCard>
        <EntityMetadata entity={entity} />
      </Section>
    </div>
  );
}

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

async function EntityVersions(props: EntityVersionsProps) {
  const { tenant, entity, submitHref, firstStep, command } = props;
  const { type, id } = entity;
  // Awaited: other sections follow, and no skeleton has the height of an unknown number of rows.
  await api.listings.versions.prefetch({ tenant, type, entityId: id });
  return (
    <Section title="Versions">
      <HydrateClient>
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
      </HydrateClient>
    </Section>
  );
}

/** Installations of the entity by version over the last 30 days, in numbers alone. */
function EntityInstallations({ history }: { history: RouterOutputs["installations"]["history"] }) {
  return (
    <Section title="Installations" description="By version, last 30 days">
      <DataTable
        caption="Installations by version, highest version first"
        columns={INSTALLATION_COLUMNS}
        rows={history}
        rowKey={({ listingId }) => listingId}
        empty={
          <EmptyState
            icon={<IconDownload size={20} stroke={1.6} />}
            title="No installations"
            description="Installations of approved versions appear here. Updated every 10 minutes."
          />
        }
      />
    </Section>
  );
}

const INSTALLATION_COLUMNS: Column<RouterOutputs["installations"]["history"][number]>[] = [
  { key: "version", header: "Version", cell: ({ version }) => <ClippedText text={version} /> },
  {
    key: "trend",
    header: "30 days",
    cell: ({ days }) => (
      <span className={classes.trend}>
        <Sparkline values={days} label="Installations" unit="days" />
      </span>
    ),
  },
  {
    key: "change",
    header: "Change",
    align: "end",
    cell: ({ days }) => formatChange((days.at(-1) ?? 0) - (days[0] ?? 0)),
  },
  { key: "today", header: "Today", align: "end", cell: ({ days }) => formatNumber(days.at(-1) ?? 0) },
];

const formatChange = (by: number): string =>
  by === 0 ? "0" : `${by > 0 ? "+" : "−"}${formatNumber(Math.abs(by))}`;

function EntityDescription({ entity }: { entity: EntityDetail }) {
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

function EntityMetadata({ entity }: { entity: EntityDetail }) {
  const { id, type, slug, approvedVersion, createdAt, updatedAt } = entity;
  return (
    <div className={classes.metadata}>
      <KeyValueList
        items={[
          { label: "Type", value: <ListingTypeLabel type={type} /> },
          { label: "Slug", value: <CopyableId id={slug} label="slug" shownLength={64} /> },
          { label: "ID", value: <CopyableId id={id} label="ID" shownLength={13} /> },
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
