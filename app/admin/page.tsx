import { Suspense } from "react";
import { StatsSkeleton, TableSkeleton } from "../_ui/feedback/skeletons";
import { PageHeader } from "../_ui/page/page-header";
import { Figures } from "./_components/overview/attention-stats";
import { FailedBuilds } from "./_components/overview/failed-builds";
import { OldestListings } from "./_components/overview/oldest-listings";
import classes from "./page.module.css";
import { requireAdmin } from "./require-admin";

export default async function AdminPage() {
  await requireAdmin();
  return (
    <>
      <PageHeader title="Overview" description="What needs a person now." />
      <div className={classes.parts}>
        <Suspense fallback={<StatsSkeleton stats={7} />}>
          <Figures />
        </Suspense>
        <Suspense fallback={<TableSkeleton columns={6} rows={5} />}>
          <OldestListings />
        </Suspense>
        <Suspense fallback={<TableSkeleton columns={7} rows={5} />}>
          <FailedBuilds />
        </Suspense>
      </div>
    </>
  );
}
