"use client";

import { usePathname } from "next/navigation";
import { type RouterOutputs, trpc } from "../../../_trpc/client";
import { type Column, DataTable } from "../../../_ui/data/data-table";
import { RelativeTime } from "../../../_ui/data/time";
import { Absent } from "../../../_ui/data/values";
import { EmptyState } from "../../../_ui/feedback/empty-state";
import { formatCount } from "../../../_ui/format";
import { listHref } from "../../../_ui/list/list-url";
import { Pager } from "../../../_ui/list/pager";
import { Section } from "../../../_ui/page/section";
import classes from "./billing.module.css";
import { PaymentState, providerNames } from "./billing-words";
import { paymentsInput } from "./payments-input";

type Payment = RouterOutputs["billing"]["payments"]["payments"][number];

/** The payments through all providers on one timeline, the newest first. */
export function PaymentsTable({ tenant, cursor }: { tenant: string; cursor: string | undefined }) {
  const [{ payments, nextCursor }] = trpc.billing.payments.useSuspenseQuery(paymentsInput(tenant, cursor));
  const path = usePathname();
  return (
    <Section title="Payments">
      <DataTable
        caption="Payments, the newest first"
        columns={columns}
        rows={payments}
        rowKey={({ id }) => id}
        empty={
          <EmptyState
            title={cursor ? "No older payments" : "No payments yet"}
            description="Payments, refunds and disputes of Stripe and PayPal stand here as soon as the provider tells of them."
          />
        }
        footer={
          <Pager
            summary={formatCount(payments.length, "payment")}
            newerLabel="Newest"
            newerHref={cursor && path}
            olderHref={nextCursor ? listHref(path, { cursor: nextCursor }) : undefined}
          />
        }
      />
    </Section>
  );
}

const columns: Column<Payment>[] = [
  { key: "what", header: "Payment", isWide: true, cell: ({ description }) => description },
  { key: "state", header: "State", cell: ({ status }) => <PaymentState status={status} /> },
  { key: "provider", header: "Provider", cell: ({ provider }) => providerNames[provider] },
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
    header: "When",
    align: "end",
    cell: ({ occurredAt }) => <RelativeTime value={occurredAt} />,
  },
  {
    key: "papers",
    header: "Papers",
    align: "end",
    cell: ({ invoiceUrl, receiptUrl, description }) =>
      invoiceUrl || receiptUrl ? (
        <span className={classes.links}>
          {invoiceUrl && <Paper href={invoiceUrl} word="Invoice" of={description} />}
          {receiptUrl && <Paper href={receiptUrl} word="Receipt" of={description} />}
        </span>
      ) : (
        <Absent why="no invoice or receipt" />
      ),
  },
];

function Paper({ href, word, of }: { href: string; word: string; of: string }) {
  return (
    <a href={href} target="_blank" rel="noreferrer">
      {word}
      <span className="visually-hidden"> of {of}, in a new tab</span>
    </a>
  );
}
