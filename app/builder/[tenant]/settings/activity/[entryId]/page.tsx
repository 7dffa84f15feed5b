import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { cache } from "react";
import { describeAction } from "@/app/_components/audit/actions.ts";
import classes from "@/app/_components/audit/audit.module.css";
import { ActorName } from "@/app/_components/audit/audit-columns.tsx";
import { ChangesSection } from "@/app/_components/audit/changes-section.tsx";
import { EntryFacts } from "@/app/_components/audit/entry-facts.tsx";
import { describeEntry } from "@/app/_components/audit/sentences.ts";
import { activityHref } from "@/app/_paths/builder.ts";
import { api, orNotFound } from "@/app/_trpc/server.tsx";
import { PageHeader } from "@/app/_ui/page/page-header.tsx";
import { openBuilder } from "@/app/builder/access.ts";

type EntryPageProps = { params: Promise<{ tenant: string; entryId: string }> };

const getEntry = cache((tenant: string, entryId: string) => orNotFound(api.audit.get({ tenant, entryId })));

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
