"use client";

import { describeProvider } from "../../../../_components/labels";
import { type RouterOutputs, trpc } from "../../../../_trpc/client";
import { type Column, DataTable } from "../../../../_ui/data/data-table";
import { RelativeTime } from "../../../../_ui/data/time";
import { Absent } from "../../../../_ui/data/values";
import { EmptyState } from "../../../../_ui/feedback/empty-state";
import { ListPager } from "../../../../_ui/list/list-pager";
import { Section } from "../../../../_ui/page/section";
import classes from "./billing.module.css";
import { PaymentState } from "./billing-status";

type Payment = RouterOutputs["billing"]["payments"]["payments"][number];

/** Payments through all providers, newest first. */
export function PaymentsTable({ tenant, cursor }: { tenant: string; cursor: string | undefined }) {
  const [page] = trpc.billing.payments.useSuspenseQuery({
    tenant,
    ...(cursor && { cursor }),
  });
  const { payments } = page;
  return (
    <Section title="Payments">
      <DataTable
        caption="Payments, newest first"
        columns={columns}
        rows={payments}
        rowKey={({ id }) => id}
        empty={
          <EmptyState
            title={cursor ? "No older payments" : "No payments yet"}
            description="Payments, refunds and disputes from Stripe and PayPal appear here."
          />
        }
        footer={<ListPager page={page} count={payments.length} noun="payment" />}
      />
    </Section>
  );
}

const columns: Column<Payment>[] = [
  {
    key: "what",
    header: "Payment",
    isWide: true,
    fullText: ({ description }) => description,
    cell: ({ description }) => description,
  },
  { key: "state", header: "Status", cell: ({ status }) => <PaymentState status={status} /> },
  { key: "provider", header: "Provider", cell: ({ provider }) => describeProvider(provider) },
  {
    key: "amount",
    header: "Amount",
    align: "end",
    cell: ({ amount, refunded, disputed }) => (
      <span className={classes.amount}>
        {amount}
        {refunded && <span className={classes.back}>{refunded} refunded</span>}
        {disputed && <span className={classes.back}>{disputed} disputed</span>}
      </span>
    ),
  },
  {
    key: "when",
    header: "Date",
    align: "end",
    cell: ({ occurredAt }) => <RelativeTime value={occurredAt} />,
  },
  {
    key: "documents",
    header: "Invoice",
    align: "end",
    cell: ({ invoiceUrl, receiptUrl, description }) =>
      invoiceUrl || receiptUrl ? (
        <span className={classes.links}>
          {invoiceUrl && <DocumentLink href={invoiceUrl} label="Invoice" of={description} />}
          {receiptUrl && <DocumentLink href={receiptUrl} label="Receipt" of={description} />}
        </span>
      ) : (
        <Absent why="no invoice" />
      ),
  },
];

function DocumentLink({ href, label, of }: { href: string; label: string; of: string }) {
  return (
    <a href={href} target="_blank" rel="noreferrer">
      {label}
      <span className="visually-hidden"> of {of}, in a new tab</span>
    </a>
  );
}
