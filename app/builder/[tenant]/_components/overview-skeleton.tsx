import { TableSkeleton } from "../../../_ui/feedback/skeletons";
import classes from "../page.module.css";

/** The figures, the chart and the four lists at their true heights. */
export function OverviewSkeleton() {
  return (
    <div className={classes.page}>
      <div className={classes.figures} aria-hidden="true" />
      <div className={classes.chart} aria-hidden="true" />
      <div className={classes.columns}>
        <TableSkeleton columns={4} rows={3} />
        <TableSkeleton columns={4} rows={3} />
      </div>
    </div>
  );
}
