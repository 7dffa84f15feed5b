import type { Metadata } from "next";
import { cache } from "react";
import { describeAction } from "@/app/_components/audit/actions.ts";
import { ActorName, describeSubject } from "@/app/_components/audit/audit-columns.tsx";
import { ChangesSection } from "@/app/_components/audit/changes-section.tsx";
import { EntryFacts } from "@/app/_components/audit/entry-facts.tsx";
import { describeEntry } from "@/app/_components/audit/sentences.ts";
import { AUDIT_PATH, subjectPath, tenantPath, userPath } from "@/app/_paths/admin.ts";
import { api, orNotFound } from "@/app/_trpc/server.tsx";
import { requireAdmin } from "@/app/_trpc/session.ts";
import { ButtonLink } from "@/app/_ui/actions/button.tsx";
import { Link } from "@/app/_ui/page/link.tsx";
import { PageHeader } from "@/app/_ui/page/page-header.tsx";
import detail from "@/app/admin/_components/detail.module.css";
import { auditHref } from "@/app/admin/_components/list-views.ts";

type EntryPageProps = { params: Promise<{ entryId: string }> };

const getEntry = cache((entryId: string) => orNotFound(api.adminAudit.get({ entryId })));

export async function generateMetadata({ params }: EntryPageProps): Promise<Metadata> {
  await requireAdmin();
  return { title: describeAction((await getEntry((await params).entryId)).action) };
}

export default async function AuditEntryPage({ params }: EntryPageProps) {
  await requireAdmin();
  const entry = await getEntry((await params).entryId);
  const { action, actor, subject, tenant, before, after } = entry;
  const path = subjectPath(subject);
  return (
    <>
      <PageHeader
        breadcrumbs={[{ href: AUDIT_PATH, label: "Audit log" }]}
        title={describeAction(action)}
        description={describeEntry(entry)}
        actions={
          <>
            <ButtonLink href={auditHref({ subject: subject.id })}>
              All changes of this {describeSubject(subject.type)}
            </ButtonLink>
            {path && <ButtonLink href={path}>Open</ButtonLink>}
          </>
        }
      />
      <div className={detail.columns}>
        <ChangesSection before={before} after={after} />
        <EntryFacts
          entry={entry}
          actor={
            actor.userId ? (
              <Link href={userPath(actor.userId)}>
                <ActorName actor={actor} />
              </Link>
            ) : (
              <ActorName actor={actor} />
            )
          }
          workspace={{ value: tenant && <Link href={tenantPath(tenant.id)}>{tenant.name}</Link> }}
        />
      </div>
    </>
  );
}
