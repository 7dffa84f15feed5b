import { failurePath } from "@/app/_paths/admin.ts";
import type { Column } from "@/app/_ui/data/data-table.tsx";
import { RelativeTime } from "@/app/_ui/data/time.tsx";
import { formatNumber } from "@/app/_ui/format.ts";
import { Link } from "@/app/_ui/page/link.tsx";
import type { ActiveNotice } from "@/server/domains/builds/failures/view.ts";
import { toMessage } from "@/shared/build-log/failure-message.ts";
import classes from "./failures.module.css";
import { NoticeActions } from "./notice-actions";

export const noticeColumns: Column<ActiveNotice>[] = [
  {
    key: "notice",
    header: "Notice",
    isWide: true,
    cell: ({ text }) => <span className={classes.notice}>{text}</span>,
  },
  {
    key: "reason",
    header: "Reason",
    cell: ({ buildId, summary }) => (
      <span className={classes.reason}>
        <Link href={failurePath(buildId)} className={classes.message} title={summary}>
          {toMessage(summary)}
        </Link>
      </span>
    ),
  },
  { key: "builds", header: "Builds", align: "end", cell: ({ builds }) => formatNumber(builds) },
  { key: "by", header: "Added by", cell: ({ createdBy }) => createdBy },
  {
    key: "since",
    header: "Added",
    align: "end",
    cell: ({ createdAt }) => <RelativeTime value={createdAt} />,
  },
  {
    key: "actions",
    header: <span className="visually-hidden">Actions</span>,
    align: "end",
    cell: (notice) => <NoticeActions buildId={notice.buildId} notice={notice} size="xs" />,
  },
];
