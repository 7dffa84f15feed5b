import type { Metadata } from "next";
import { cache } from "react";
import { describeMailKind } from "@/app/_components/labels/labels.ts";
import { MAIL_PATH, mailPath, userPath } from "@/app/_paths/admin.ts";
import { api, orNotFound } from "@/app/_trpc/server.tsx";
import { requireAdmin } from "@/app/_trpc/session.ts";
import { CopyableId } from "@/app/_ui/actions/copyable-code.tsx";
import { RelativeTime, UpcomingTime } from "@/app/_ui/data/time.tsx";
import { KeyValueList } from "@/app/_ui/data/values.tsx";
import { EmptyState } from "@/app/_ui/feedback/empty-state.tsx";
import { FilterBar, FilterLinks } from "@/app/_ui/list/filter-links.tsx";
import { readValues, type SearchParams } from "@/app/_ui/list/list-url.ts";
import { Link } from "@/app/_ui/page/link.tsx";
import { PageHeader } from "@/app/_ui/page/page-header.tsx";
import { Section } from "@/app/_ui/page/section.tsx";
import detail from "@/app/admin/_components/detail.module.css";
import { MailStateBadge } from "@/app/admin/_components/state-badges.tsx";
import classes from "../_components/mail.module.css";
import { MailActions } from "../_components/mail-actions";

type MailPageProps = { params: Promise<{ mailId: string }>; searchParams: Promise<SearchParams> };

const getMail = cache((mailId: string) => orNotFound(api.adminMails.get({ mailId })));

const FORMATS = [
  { key: "light", label: "HTML, light" },
  { key: "dark", label: "HTML, dark" },
  { key: "text", label: "Text" },
];

export async function generateMetadata({ params }: MailPageProps): Promise<Metadata> {
  await requireAdmin();
  return { title: (await getMail((await params).mailId)).subject };
}

export default async function MailPage({ params, searchParams }: MailPageProps) {
  await requireAdmin();
  const { mailId } = await params;
  const mail = await getMail(mailId);
  const [wanted] = readValues(await searchParams, "format");
  const format = FORMATS.find(({ key }) => key === wanted)?.key ?? "light";
  return (
    <>
      <PageHeader
        breadcrumbs={[{ href: MAIL_PATH, label: "Email" }]}
        title={mail.subject}
        description={`To ${mail.to}`}
        actions={<MailActions mail={mail} />}
      />
      <div className={detail.columns}>
        <div className={detail.side}>
          <Section title="Delivery">
            <KeyValueList
              items={[
                { label: "Status", value: <MailStateBadge state={mail.state} /> },
                { label: "Type", value: describeMailKind(mail.kind) },
                {
                  label: "User",
                  value: mail.user && <Link href={userPath(mail.user.id)}>{mail.user.name}</Link>,
                },
                { label: "Attempts", value: mail.attempts },
                {
                  label: "Next attempt",
                  value: mail.nextAttemptAt && <UpcomingTime value={mail.nextAttemptAt} />,
                },
                { label: "Created", value: <RelativeTime value={mail.createdAt} /> },
                { label: "Sent", value: mail.sentAt && <RelativeTime value={mail.sentAt} /> },
                { label: "Email ID", value: <CopyableId id={mail.id} label="email ID" /> },
              ]}
            />
            {mail.lastError && (
              <div className={classes.reason}>
                <p className={detail.why}>{mail.lastError}</p>
              </div>
            )}
          </Section>
        </div>
        <Section title="Content">
          {mail.text === null ? (
            <EmptyState
              isFramed
              title="Content not shown"
              description="This email contains a link that gives access to an account."
            />
          ) : (
            <>
              <FilterBar>
                <FilterLinks
                  label="Format"
                  filters={FORMATS.map(({ key, label }) => ({
                    key,
                    label,
                    href: `${mailPath(mailId)}?format=${key}`,
                    isOn: key === format,
                  }))}
                />
              </FilterBar>
              {format === "text" ? (
                <pre className={classes.text}>{mail.text}</pre>
              ) : (
                <iframe
                  title={`Email as HTML, ${format}`}
                  src={`/api/mail/previews/${mailId}/${format}`}
                  sandbox="allow-popups allow-popups-to-escape-sandbox"
                  className={classes.frame}
                />
              )}
            </>
          )}
        </Section>
      </div>
    </>
  );
}
