"use client";

import { Button } from "@mantine/core";
import { IconFlag } from "@tabler/icons-react";
import { describeReportReason } from "@/app/_components/labels/labels.ts";
import { ListingTypeLabel } from "@/app/_components/labels/listing-type.tsx";
import { reviewPath, userPath } from "@/app/_paths/admin.ts";
import { itemPath } from "@/app/_paths/marketplace.ts";
import { type RouterOutputs, trpc } from "@/app/_trpc/client.tsx";
import { RelativeTime } from "@/app/_ui/data/time.tsx";
import { Dot } from "@/app/_ui/data/values.tsx";
import { EmptyState } from "@/app/_ui/feedback/empty-state.tsx";
import { formatCount } from "@/app/_ui/format.ts";
import { Pager } from "@/app/_ui/list/pager.tsx";
import { Link } from "@/app/_ui/page/link.tsx";
import { ActionDialog, useActionDialog } from "@/app/admin/_components/action-dialog.tsx";
import {
  REPORT_STATUS_LABELS,
  type ReportsView,
  reportsHref,
  reportsInput,
} from "@/app/admin/_components/list-views.ts";
import classes from "./reports.module.css";

type Report = RouterOutputs["adminItemReports"]["list"]["reports"][number];

/** Problem reports of one status, newest first, with the actions that close an open one. */
export function Reports({ view }: { view: ReportsView }) {
  const utils = trpc.useUtils();
  const [{ reports, nextCursor }] = trpc.adminItemReports.list.useSuspenseQuery(reportsInput(view));
  const closing = trpc.adminItemReports.close.useMutation({
    onSettled: () => utils.adminItemReports.list.invalidate(),
  });
  const { action, isOpen, ask, close } = useActionDialog();

  const askToClose = ({ id, name }: Report, status: "RESOLVED" | "DISMISSED") =>
    ask({
      title: status === "RESOLVED" ? `Resolve report about ${name}?` : `Dismiss report about ${name}?`,
      text:
        status === "RESOLVED"
          ? "To suspend or reject a version, use its review page."
          : "No action is taken.",
      reasonLabel: "Note for moderators",
      confirmLabel: status === "RESOLVED" ? "Resolve report" : "Dismiss report",
      run: (note) => closing.mutateAsync({ reportId: id, status, note }),
    });

  if (reports.length === 0) {
    return (
      <EmptyState
        isFramed
        icon={<IconFlag size={20} stroke={1.6} />}
        title={
          view.status === "OPEN"
            ? "No open reports"
            : `No ${REPORT_STATUS_LABELS[view.status].toLowerCase()} reports`
        }
        description="Reports sent from item pages appear here."
      />
    );
  }
  return (
    <>
      <ul className={classes.reports} aria-label="Problem reports, newest first">
        {reports.map((report) => (
          <li key={report.id} className={classes.report}>
            <div className={classes.head}>
              <h2 className={classes.title}>{describeReportReason(report.reason)}</h2>
              <RelativeTime value={report.reportedAt} />
            </div>
            <p className={classes.item}>
              <Link href={itemPath(report)}>{report.name}</Link>{" "}
              <Link href={reviewPath(report.listingId)}>{report.version}</Link>
              <ListingTypeLabel type={report.type} />
              <span>{report.publisher}</span>
            </p>
            <p className={classes.text}>{report.text}</p>
            <div className={classes.foot}>
              <span>
                {report.reporter ? (
                  <>
                    From <Link href={userPath(report.reporter.userId)}>{report.reporter.name}</Link> (
                    {report.reporter.email})
                  </>
                ) : (
                  "Anonymous"
                )}
              </span>
              {report.status === "OPEN" && (
                <span className={classes.actions}>
                  <Button size="xs" variant="default" onClick={() => askToClose(report, "DISMISSED")}>
                    Dismiss
                  </Button>
                  <Button size="xs" onClick={() => askToClose(report, "RESOLVED")}>
                    Resolve
                  </Button>
                </span>
              )}
            </div>
            {report.closedAt && (
              <div className={classes.outcome}>
                <Dot tone={report.status === "RESOLVED" ? "ok" : "idle"}>
                  {`${REPORT_STATUS_LABELS[report.status]} by ${report.closedBy}`}
                </Dot>
                <RelativeTime value={report.closedAt} />
                <p className={classes.text}>{report.note}</p>
              </div>
            )}
          </li>
        ))}
      </ul>
      <Pager
        summary={formatCount(reports.length, "report")}
        newerHref={view.cursor && reportsHref({ ...view, cursor: undefined })}
        olderHref={nextCursor ? reportsHref({ ...view, cursor: nextCursor }) : undefined}
      />
      {action && <ActionDialog action={action} isOpen={isOpen} onClose={close} />}
    </>
  );
}
