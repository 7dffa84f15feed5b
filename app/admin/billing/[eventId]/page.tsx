import type { Metadata } from "next";
import { cache } from "react";
import { BILLING_PATH } from "@/app/_paths/admin.ts";
import { api, orNotFound } from "@/app/_trpc/server.tsx";
import { requireAdmin } from "@/app/_trpc/session.ts";
import { CopyButton } from "@/app/_ui/actions/copy-button.tsx";
import { CopyableId } from "@/app/_ui/actions/copyable-code.tsx";
import { RelativeTime } from "@/app/_ui/data/time.tsx";
import { KeyValueList } from "@/app/_ui/data/values.tsx";
import { PageHeader } from "@/app/_ui/page/page-header.tsx";
import { Section } from "@/app/_ui/page/section.tsx";
import { formatHeaders, formatJson } from "@/app/_ui/text/format-json.ts";
import { EventStateBadge } from "@/app/admin/_components/state-badges.tsx";
import { PROVIDER_LABELS } from "@/shared/labels.ts";
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
