"use client";

import { describeProvider } from "@/app/_components/labels/labels.ts";
import { type RouterOutputs, trpc } from "@/app/_trpc/client.tsx";
import { type Column, DataTable, timeColumn } from "@/app/_ui/data/data-table.tsx";
import { Absent } from "@/app/_ui/data/values.tsx";
import { EmptyState } from "@/app/_ui/feedback/empty-state.tsx";
import { ListPager } from "@/app/_ui/list/list-pager.tsx";
import { Section } from "@/app/_ui/page/section.tsx";
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
  timeColumn("when", "Date", ({ occurredAt }) => occurredAt),
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
