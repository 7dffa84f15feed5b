import { Dot } from "@/app/_ui/data/values.tsx";
import { Link } from "@/app/_ui/page/link.tsx";
import type { NameWarnings } from "@/server/domains/accounts/lookalikes/policy.ts";
import classes from "./detail.module.css";

type NameWarningsProps = { warnings: NameWarnings; pathOf: (id: string) => string };

/** Flag of a name in a list that may be taken for another one. */
export function NameFlag({ warnings: { lookalikes, hasMixedScripts } }: { warnings: NameWarnings }) {
  if (lookalikes.length === 0 && !hasMixedScripts) return null;
  return (
    <span className={classes.muted}>
      <Dot tone="warn">{lookalikes.length > 0 ? "Look-alike name" : "Mixed alphabets"}</Dot>
    </span>
  );
}

/** Explanation of the flag, with links to the others. */
export function NameWarningsNote({ warnings: { lookalikes, hasMixedScripts }, pathOf }: NameWarningsProps) {
  if (lookalikes.length === 0 && !hasMixedScripts) return null;
  return (
    <div className={classes.why}>
      {lookalikes.length > 0 && (
        <>
          Name looks like{" "}
          {lookalikes.map(({ id, name, handle }, index) => (
            <span key={id}>
              {index > 0 && ", "}
              <Link href={pathOf(id)}>{name}</Link> ({handle})
            </span>
          ))}
          .{" "}
        </>
      )}
      {hasMixedScripts && "A word mixes letters of several alphabets."}
    </div>
  );
}
