import type { Metadata } from "next";
import { cache } from "react";
import { api, orNotFound } from "../../../_trpc/server";
import { requireAdmin } from "../../../_trpc/session";
import { CopyButton } from "../../../_ui/actions/copy-button";
import { CopyableId } from "../../../_ui/actions/copyable-code";
import { RelativeTime } from "../../../_ui/data/time";
import { KeyValueList } from "../../../_ui/data/values";
import { PageHeader } from "../../../_ui/page/page-header";
import { Section } from "../../../_ui/page/section";
import { formatHeaders } from "../../../_ui/text/format-headers";
import { formatJson } from "../../../_ui/text/format-json";
import { BILLING_PATH } from "../../_components/paths";
import { EventStateBadge, PROVIDER_LABELS } from "../../_components/state-badges";
import classes from "../_components/event.module.css";
import { EventTimeline } from "../_components/event-timeline";
import { RepairPanel } from "../_components/repair-panel";

type EventPageProps = { params: Promise<{ eventId: string }> };

const getEvent = cache((eventId: string) => orNotFound(api.adminBilling.event({ eventId })));

export async function generateMetadata({ params }: EventPageProps): Promise<Metadata> {
  await requireAdmin();
  return { title: (await getEvent((await params).eventId)).type };
}

export default async function BillingEventPage({ params }: EventPageProps) {
  await requireAdmin();
  const event = await getEvent((await params).eventId);
  const payload = formatJson(event.payload);
  return (
    <>
      <PageHeader
        breadcrumbs={[{ href: BILLING_PATH, label: "Billing events" }]}
        title={event.type}
        badge={<EventStateBadge state={event.state} />}
        description={`${PROVIDER_LABELS[event.provider]}${event.tenant ? ` · ${event.tenant.name}` : ""}`}
      />
      <div className={classes.columns}>
        <div className={classes.stack}>
          <EventTimeline events={event.timeline} currentId={event.id} />
          <Section
            title="Payload"
            description={event.redactedAt ? "Card and personal data removed" : "As received"}
            actions={<CopyButton text={payload} label="Copy payload" />}
          >
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
            <pre className={classes.payload} tabIndex={0}>
              {payload}
            </pre>
          </Section>
          <Section
            title="Headers"
            description="Secrets and signatures are not stored"
            actions={<CopyButton text={formatHeaders(event.headers).join("\n")} label="Copy headers" />}
          >
            <KeyValueList items={Object.entries(event.headers).map(([label, value]) => ({ label, value }))} />
          </Section>
        </div>
        <div className={classes.stack}>
          <RepairPanel
            eventId={event.id}
            state={event.state}
            reason={event.error}
            isRedacted={event.redactedAt !== null}
            tenant={event.tenant?.slug ?? ""}
          />
          <Section title="Event">
            <KeyValueList
              items={[
                { label: "Created", value: <RelativeTime value={event.occurredAt} /> },
                { label: "Received", value: <RelativeTime value={event.receivedAt} /> },
                {
                  label: "Processed",
                  value: event.processedAt && <RelativeTime value={event.processedAt} />,
                },
                { label: "Attempts", value: event.attempts },
                { label: "Duplicates", value: event.duplicates },
                { label: "Workspace", value: event.tenant?.name },
                { label: "Event ID", value: <CopyableId id={event.eventId} label="event ID" /> },
              ]}
            />
          </Section>
        </div>
      </div>
    </>
  );
}
