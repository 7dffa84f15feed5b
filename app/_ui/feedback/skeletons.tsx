import { type ReactNode, Suspense } from "react";
import statGridClasses from "../page/stat-grid.module.css";
import classes from "./skeletons.module.css";

type SuspenseUnlessProps = {
  /** True if the data is there already; see `prefetchSettlesWithin`. */
  isSettled: boolean;
  fallback: ReactNode;
  children: ReactNode;
};

/** Suspense boundary that is left out when its data has arrived: then no skeleton is sent. */
export function SuspenseUnless({ isSettled, fallback, children }: SuspenseUnlessProps) {
  return isSettled ? children : <Suspense fallback={fallback}>{children}</Suspense>;
}

/** Skeleton of a DataTable with its true heights, so that the layout does not shift. */
export function TableSkeleton({ columns = 5, rows = 8 }: { columns?: number; rows?: number }) {
  return (
    <Loading>
      <div className={classes.table}>
        <div className={classes.tableHead}>
          {range(columns).map((column) => (
            <Bone key={column} size="xs" />
          ))}
        </div>
        {range(rows).map((row) => (
          <div key={row} className={classes.tableRow}>
            {range(columns).map((column) => (
              <Bone
                key={column}
                size={column === 0 ? "lg" : COLUMN_SIZES[(row + column) % COLUMN_SIZES.length]}
              />
            ))}
          </div>
        ))}
      </div>
    </Loading>
  );
}

/** Skeleton of a StatGrid. */
export function StatsSkeleton({ stats = 4 }: { stats?: number }) {
  return (
    <Loading>
      <div className={statGridClasses.grid}>
        {range(stats).map((stat) => (
          <div key={stat} className={classes.stat}>
            <Bone size="sm" />
            <Bone size="xs" isTall />
            <Bone size="md" />
          </div>
        ))}
      </div>
    </Loading>
  );
}

/** Skeleton of a grid of cards. */
export function CardsSkeleton({ cards = 6 }: { cards?: number }) {
  return (
    <Loading>
      <div className={classes.cards}>
        {range(cards).map((card) => (
          <div key={card} className={classes.tile}>
            <Bone size="md" />
            <Bone size="full" />
            <Bone size="lg" />
          </div>
        ))}
      </div>
    </Loading>
  );
}

type BoneSize = "xs" | "sm" | "md" | "lg" | "full";

const COLUMN_SIZES: BoneSize[] = ["md", "sm", "lg", "md", "xs"];

function Loading({ children }: { children: ReactNode }) {
  return (
    <div className={classes.loading}>
      <p className="visually-hidden" role="status">
        Loading
      </p>
      <div aria-hidden="true">{children}</div>
    </div>
  );
}

function Bone({ size = "md", isTall = false }: { size?: BoneSize | undefined; isTall?: boolean }) {
  return <span className={classes.bone} data-size={size} data-tall={isTall || undefined} />;
}

function range(length: number): number[] {
  return Array.from({ length }, (_, index) => index);
}
