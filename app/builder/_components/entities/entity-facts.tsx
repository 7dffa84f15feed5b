import type { RouterOutputs } from "../../../_trpc/client";
import { CopyableId } from "../../../_ui/actions/copyable-code";
import { ListingTypeLabel } from "../../../_ui/data/listing-type";
import { RelativeTime } from "../../../_ui/data/time";
import { Absent, KeyValueList } from "../../../_ui/data/values";
import { itemPath } from "../market-path";
import classes from "./entities.module.css";

export type EntityDetail = RouterOutputs["entities"]["get"];

export function EntityFacts({ entity }: { entity: EntityDetail }) {
  const { id, type, slug, approvedVersion, createdAt, updatedAt } = entity;
  return (
    <div className={classes.facts}>
      <KeyValueList
        items={[
          { label: "Kind", value: <ListingTypeLabel type={type} /> },
          { label: "Slug", value: <CopyableId id={slug} label="slug" shownLength={64} /> },
          { label: "Id", value: <CopyableId id={id} label="id" shownLength={13} /> },
          {
            label: "Marketplace",
            value: approvedVersion ? (
              <a href={itemPath(entity)}>{approvedVersion}</a>
            ) : (
              <Absent why="no approved version" />
            ),
          },
          { label: "Registered", value: <RelativeTime value={createdAt} /> },
          { label: "Changed", value: <RelativeTime value={updatedAt} /> },
        ]}
      />
    </div>
  );
}
