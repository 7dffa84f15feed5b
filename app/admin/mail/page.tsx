import type { Metadata } from "next";
import { MAIL_STATES, type MailState } from "@/db/schema/vocabulary.ts";
import { mailSender, mailTransport } from "@/server/mail/settings.ts";
import type { MailView } from "@/server/mail-log/view.ts";
import { api } from "../../_trpc/server";
import { requireAdmin } from "../../_trpc/session";
import { type Column, DataTable } from "../../_ui/data/data-table";
import { RelativeTime } from "../../_ui/data/time";
import { ClippedText } from "../../_ui/data/values";
import { EmptyState } from "../../_ui/feedback/empty-state";
import { formatCount } from "../../_ui/format";
import { FilterBar, FilterLinks } from "../../_ui/list/filter-links";
import { ListSearch } from "../../_ui/list/list-search";
import {
  listHref,
  readChoices,
  readCursor,
  readSearch,
  type SearchParams,
  toggleValue,
} from "../../_ui/list/list-url";
import { Pager } from "../../_ui/list/pager";
import { PageHeader } from "../../_ui/page/page-header";
import { MAIL_PATH, mailPath } from "../_components/paths";
import { MailStateBadge } from "../_components/state-badges";
import { describeMailKind } from "./_components/mail-kind";

export const metadata: Metadata = { title: "Email" };

interface View {
  to: string;
  state: MailState[];
  cursor?: string | undefined;
}

const hrefOf = ({ to, state, cursor }: View): string => listHref(MAIL_PATH, { q: to, state, cursor });

export default async function MailPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  await requireAdmin();
  const params = await searchParams;
  const view: View = { to: readSearch(params), state: readChoices(params, "state", MAIL_STATES) };
  const cursor = readCursor(params);
  const { mails, nextCursor } = await api.adminMail.list({ ...view, ...(cursor && { cursor }) });
  const isFiltered = view.to !== "" || view.state.length > 0;
  return (
    <>
      <PageHeader title="Email" description={describeTransport()} />
      <FilterBar clearHref={isFiltered ? MAIL_PATH : undefined}>
        <ListSearch
          label="Search by recipient"
          placeholder="Recipient email"
          path={MAIL_PATH}
          search={view.to}
          query={{ state: view.state }}
        />
        <FilterLinks
          label="Status"
          filters={MAIL_STATES.map((state) => ({
            key: state,
            label: <MailStateBadge state={state} />,
            href: hrefOf({ ...view, state: toggleValue(view.state, state) }),
            isOn: view.state.includes(state),
          }))}
        />
      </FilterBar>
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
            count={formatCount(mails.length, "mail")}
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
  {
    key: "when",
    header: "Created",
    align: "end",
    cell: ({ createdAt }) => <RelativeTime value={createdAt} />,
  },
];
