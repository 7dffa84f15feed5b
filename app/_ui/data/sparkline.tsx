import classes from "./sparkline.module.css";

type SparklineProps = {
  /** One per day, or per `unit` ("hours"), oldest first. */
  values: number[];
  /** Label of the counts: "Submissions". */
  label: string;
  unit?: string;
};

const WIDTH = 100;
const HEIGHT = 24;
const MAX_GAP = 2;

/** Sparkline of figures by day or another unit, with its numbers as text alternative. */
export function Sparkline({ values, label, unit = "days" }: SparklineProps) {
  const highest = Math.max(1, ...values);
  const step = WIDTH / values.length;
  const gap = Math.min(MAX_GAP, step / 4);
  return (
    <svg
      className={classes.sparkline}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={`${label}, the last ${values.length} ${unit}: ${values.join(", ")}`}
    >
      {values.map((value, index) => {
        // A count of 0 is a flat bar.
        const height = Math.max(1, (value / highest) * HEIGHT);
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: a bar has its place and nothing else
            key={index}
            x={index * step}
            y={HEIGHT - height}
            width={step - gap}
            height={height}
            data-empty={value === 0 || undefined}
          />
        );
      })}
    </svg>
  );
}
