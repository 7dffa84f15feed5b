import type { Metadata } from "next";
import { cache } from "react";
import { describeAction } from "../../../_components/audit/actions";
import { ActorName, describeSubject } from "../../../_components/audit/audit-columns";
import { ChangesSection } from "../../../_components/audit/changes-section";
import { EntryFacts } from "../../../_components/audit/entry-facts";
import { describeEntry } from "../../../_components/audit/sentences";
import { api, orNotFound } from "../../../_trpc/server";
import { requireAdmin } from "../../../_trpc/session";
import { ButtonLink } from "../../../_ui/actions/button";
import { Link } from "../../../_ui/page/link";
import { PageHeader } from "../../../_ui/page/page-header";
import detail from "../../_components/detail.module.css";
import { auditHref } from "../../_components/list-views";
import { AUDIT_PATH, subjectPath, tenantPath, userPath } from "../../_components/paths";

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
