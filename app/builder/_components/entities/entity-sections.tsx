import { IconUpload } from "@tabler/icons-react";
import { Suspense } from "react";
import { api, HydrateClient } from "../../../_trpc/server";
import { ButtonLink } from "../../../_ui/actions/button";
import { EmptyState } from "../../../_ui/feedback/empty-state";
import { TableSkeleton } from "../../../_ui/feedback/skeletons";
import { Section } from "../../../_ui/page/section";
import classes from "./entities.module.css";
import type { EntityDetail } from "./entity-facts";
import { VersionsTable } from "./versions-table";

type EntityVersionsProps = {
  tenant: string;
  entity: EntityDetail;
  /** Where a version is submitted; null for whoever may not. */
  submitHref: string | null;
  /** What to do while there is none. */
  firstStep: string;
  /** The command that does the same. */
  command?: string;
};

/** What was submitted of a plugin or theme. */
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
                title="No version yet"
                description={`${firstStep}; a moderator looks at it before it is on the marketplace.`}
                {...(submitHref && {
                  action: <ButtonLink href={submitHref}>Submit a version</ButtonLink>,
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

/** What it says of itself; each version brings a description of its own. */
export function EntityDescription({ entity }: { entity: EntityDetail }) {
  return (
    <Section title="Description" isCard>
      {entity.description ? (
        <p className={classes.description}>{entity.description}</p>
      ) : (
        <p className={classes.none}>There is none yet; each version brings its own.</p>
      )}
    </Section>
  );
}
