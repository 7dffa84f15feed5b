import type { Metadata } from "next";
import { describeMailKind } from "@/app/_components/labels/labels.ts";
import { MAIL_PATH, mailPath } from "@/app/_paths/admin.ts";
import { ADMIN_PAGES } from "@/app/_paths/admin-pages.ts";
import { api } from "@/app/_trpc/server.tsx";
import { requireAdmin } from "@/app/_trpc/session.ts";
import { type Column, DataTable, timeColumn } from "@/app/_ui/data/data-table.tsx";
import { ClippedText } from "@/app/_ui/data/values.tsx";
import { EmptyState } from "@/app/_ui/feedback/empty-state.tsx";
import { formatCount } from "@/app/_ui/format.ts";
import { listHref, readChoices, readCursor, readSearch, type SearchParams } from "@/app/_ui/list/list-url.ts";
import { Pager } from "@/app/_ui/list/pager.tsx";
import { PageHeader } from "@/app/_ui/page/page-header.tsx";
import type { MailView } from "@/server/domains/notifications/mails/service.ts";
import { mailSender, mailTransport } from "@/server/mail/settings.ts";
import { MAIL_STATES, type MailState } from "@/shared/vocabulary.ts";
import { SearchAndStatus } from "../_components/search-and-status";
import { MailStateBadge } from "../_components/state-badges";
import { FailedMailActions } from "./_components/failed-mail-actions";

export const metadata: Metadata = { title: ADMIN_PAGES.mail.title };

interface View {
  search: string;
  state: MailState[];
  cursor?: string | undefined;
}

const hrefOf = ({ search, state, cursor }: View): string => listHref(MAIL_PATH, { q: search, state, cursor });

export default async function MailPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  await requireAdmin();
  const params = await searchParams;
  const view: View = { search: readSearch(params), state: readChoices(params, "state", MAIL_STATES) };
  const cursor = readCursor(params);
  const { mails, nextCursor } = await api.adminMails.list({
    to: view.search,
    state: view.state,
    ...(cursor && { cursor }),
  });
  const isFailedOnly = view.state.length === 1 && view.state[0] === "FAILED";
  const [newest] = mails;
  const isFiltered = view.search !== "" || view.state.length > 0;
  return (
    <>
      <PageHeader
        title="Email"
        description={describeTransport()}
        actions={
          newest && isFailedOnly && !cursor && <FailedMailActions to={view.search} until={newest.createdAt} />
        }
      />
      <SearchAndStatus
        label="Search by recipient"
        placeholder="Recipient email"
        path={MAIL_PATH}
        view={view}
        states={MAIL_STATES}
        badgeOf={(state) => <MailStateBadge state={state} />}
        hrefOf={(state) => hrefOf({ ...view, state })}
      />
      <DataTable
        caption="Emails, newest first"
        columns={columns}
        rows={mails}
        rowKey={({ id }) => id}
        rowHref={({ id }) => mailPath(id)}
        empty={
          isFiltered || cursor ? (
            <EmptyState title="No matching emails" />
          ) : (
            <EmptyState
              title="No emails yet"
              description="Notifications, invitations and security emails appear here."
            />
          )
        }
        footer={
          <Pager
            count={formatCount(mails.length, "email")}
            newerHref={cursor && hrefOf(view)}
            olderHref={nextCursor ? hrefOf({ ...view, cursor: nextCursor }) : undefined}
          />
        }
      />
    </>
  );
}

function describeTransport(): string {
  const transport = mailTransport();
  if (transport === null) return "SMTP_URL is not set. No email is sent.";
  if ("directory" in transport) return "SMTP_URL is not set. Emails are saved in DATA_DIR/mail.";
  const { host, port } = transport.server;
  return `Sent as ${mailSender().address} through ${host}:${port}`;
}

const columns: Column<MailView>[] = [
  {
    key: "subject",
    header: "Subject",
    isWide: true,
    fullText: ({ subject }) => subject,
    cell: ({ subject }) => subject,
  },
  { key: "state", header: "Status", cell: ({ state }) => <MailStateBadge state={state} /> },
  { key: "to", header: "Recipient", cell: ({ to }) => <ClippedText text={to} width="14rem" /> },
  { key: "kind", header: "Type", isMinor: true, cell: ({ kind }) => describeMailKind(kind) },
  { key: "attempts", header: "Attempts", align: "end", isMinor: true, cell: ({ attempts }) => attempts },
  timeColumn("when", "Created", ({ createdAt }) => createdAt),
];
