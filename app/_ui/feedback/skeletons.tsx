import type { ReactNode } from "react";
import classes from "./skeletons.module.css";

/** The frame, head and rows of a DataTable at their true heights, so that nothing moves when rows arrive. */
export function TableSkeleton({ columns = 5, rows = 8 }: { columns?: number; rows?: number }) {
  return (
    <Loading>
      <div className={classes.table}>
        <div className={classes.tableHead}>
          {count(columns).map((column) => (
            <Bone key={column} size="xs" />
          ))}
        </div>
        {count(rows).map((row) => (
          <div key={row} className={classes.tableRow}>
            {count(columns).map((column) => (
              <Bone key={column} size={column === 0 ? "lg" : lengths[(row + column) % lengths.length]} />
            ))}
          </div>
        ))}
      </div>
    </Loading>
  );
}

/** The cells of a StatGrid. */
export function StatsSkeleton({ stats = 4 }: { stats?: number }) {
  return (
    <Loading>
      <div className={classes.stats}>
        {count(stats).map((stat) => (
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

/** A grid of cards, as the marketplace has them. */
export function CardsSkeleton({ cards = 6 }: { cards?: number }) {
  return (
    <Loading>
      <div className={classes.cards}>
        {count(cards).map((card) => (
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

const lengths: BoneSize[] = ["md", "sm", "lg", "md", "xs"];

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

function count(length: number): number[] {
  return Array.from({ length }, (_, index) => index);
}
