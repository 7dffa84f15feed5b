import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { cache } from "react";
import { describeAction } from "../../../../../_components/audit/actions";
import classes from "../../../../../_components/audit/audit.module.css";
import { ActorName } from "../../../../../_components/audit/audit-columns";
import { ChangesSection } from "../../../../../_components/audit/changes-section";
import { EntryFacts } from "../../../../../_components/audit/entry-facts";
import { describeEntry } from "../../../../../_components/audit/sentences";
import { api, orNotFound } from "../../../../../_trpc/server";
import { PageHeader } from "../../../../../_ui/page/page-header";
import { openBuilder } from "../../../../access";
import { activityHref } from "../../_components/activity-view";

type EntryPageProps = { params: Promise<{ tenant: string; entryId: string }> };

const getEntry = cache((tenant: string, entryId: string) =>
  orNotFound(api.activity.get({ tenant, entryId })),
);

export async function generateMetadata({ params }: EntryPageProps): Promise<Metadata> {
  const { tenant, entryId } = await params;
  const { role } = (await openBuilder(tenant)).tenant;
  return role === "OWNER" ? { title: describeAction((await getEntry(tenant, entryId)).action) } : {};
}

export default async function ActivityEntryPage({ params }: EntryPageProps) {
  const { entryId, tenant: slug } = await params;
  const { tenant } = await openBuilder(slug);
  if (tenant.role !== "OWNER") notFound();
  const entry = await getEntry(slug, entryId);
  const { action, before, after } = entry;
  return (
    <>
      <PageHeader
        breadcrumbs={[{ href: activityHref(slug, {}), label: "Activity" }]}
        title={describeAction(action)}
        description={describeEntry(entry)}
      />
      <div className={classes.entry}>
        <ChangesSection before={before} after={after} />
        <EntryFacts entry={entry} actor={<ActorName actor={entry.actor} />} />
      </div>
    </>
  );
}
