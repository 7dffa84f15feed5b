import { IconCircleCheck } from "@tabler/icons-react";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { cache } from "react";
import formClasses from "@/app/_components/forms/form.module.css";
import { describeReportReason } from "@/app/_components/labels/labels.ts";
import { findTypeBySegment, toTypeSegment } from "@/app/_components/labels/listing-type.tsx";
import { itemPath, MARKET_PATH } from "@/app/_paths/marketplace.ts";
import { orNotFound, publicApi } from "@/app/_trpc/server.tsx";
import { findCurrentUser } from "@/app/_trpc/session.ts";
import { ButtonLink, PlainButton } from "@/app/_ui/actions/button.tsx";
import { EmptyState } from "@/app/_ui/feedback/empty-state.tsx";
import { readValues, type SearchParams } from "@/app/_ui/list/list-url.ts";
import { PageHeader } from "@/app/_ui/page/page-header.tsx";
import { MAX_REPORT_LENGTH, MIN_REPORT_LENGTH } from "@/shared/bounds.ts";
import { REPORT_REASONS } from "@/shared/vocabulary.ts";
import classes from "./page.module.css";

type ReportPageProps = {
  params: Promise<{ type: string; slug: string }>;
  searchParams: Promise<SearchParams>;
};

const getItem = cache(async (segment: string, slug: string) => {
  const type = findTypeBySegment(segment);
  if (!type) notFound();
  return orNotFound(publicApi.marketplace.item({ type, slug }));
});

export async function generateMetadata({ params }: ReportPageProps): Promise<Metadata> {
  const { type, slug } = await params;
  const { name } = await getItem(type, slug);
  return { title: `Report a problem · ${name}`, robots: { index: false } };
}

/** Form that reports a problem with an item to the moderators. It needs no script. */
export default async function ReportPage({ params, searchParams }: ReportPageProps) {
  const { type, slug } = await params;
  const item = await getItem(type, slug);
  const query = await searchParams;
  const user = await findCurrentUser();
  const isSent = readValues(query, "sent").length > 0;
  return (
    <div className={classes.page}>
      <PageHeader
        breadcrumbs={[
          { href: MARKET_PATH, label: "Marketplace" },
          { href: itemPath(item), label: item.name },
        ]}
        title="Report a problem"
        description={!isSent && `Moderators review every report. ${item.publisher} doesn’t see them.`}
      />
      {isSent ? (
        <EmptyState
          isFramed
          icon={<IconCircleCheck size={20} stroke={1.6} />}
          title="Report sent"
          description="Thank you. A moderator will review it."
          action={<ButtonLink href={itemPath(item)}>Back to {item.name}</ButtonLink>}
        />
      ) : (
        <form
          method="post"
          action={`/api/reports/${toTypeSegment(item.type)}/${slug}`}
          className={formClasses.form}
        >
          <Problem code={readValues(query, "problem")[0]} />
          <fieldset className={formClasses.group}>
            <legend className={formClasses.legend}>Reason</legend>
            {REPORT_REASONS.map((reason) => (
              <label key={reason} className={classes.reason}>
                <input type="radio" name="reason" value={reason} required />
                {describeReportReason(reason)}
              </label>
            ))}
          </fieldset>
          <label className={classes.details}>
            <span className={formClasses.legend}>Details</span>
            <span className={classes.hint} id="details-hint">
              Describe the problem, the version and how to reproduce it. Don’t include passwords or personal
              data.
            </span>
            <textarea
              name="text"
              rows={6}
              required
              minLength={MIN_REPORT_LENGTH}
              maxLength={MAX_REPORT_LENGTH}
              aria-describedby="details-hint"
            />
          </label>
          <p className={classes.hint}>
            {user
              ? `Sent as ${user.name} (${user.email}).`
              : "You’re not signed in. Moderators can’t contact you."}
          </p>
          <div>
            <PlainButton type="submit" variant="filled" size="md">
              Send report
            </PlainButton>
          </div>
        </form>
      )}
    </div>
  );
}

function Problem({ code }: { code: string | undefined }) {
  const text = code && PROBLEMS.get(code);
  return text ? (
    <p role="alert" className={formClasses.problem}>
      {text}
    </p>
  ) : null;
}

const PROBLEMS = new Map([
  [
    "VALIDATION_FAILED",
    `Choose a reason and describe the problem in ${MIN_REPORT_LENGTH} to ${MAX_REPORT_LENGTH.toLocaleString("en")} characters, without control characters.`,
  ],
  ["RATE_LIMITED", "Too many reports from your network. Nothing was sent. Try again in an hour."],
]);
