import { IconCircleCheck } from "@tabler/icons-react";
import { DOCS } from "@/app/_paths/docs.ts";
import { Dot } from "@/app/_ui/data/values.tsx";
import { type Checks, type Finding, Findings, type PlaceLink } from "./findings";
import classes from "./findings.module.css";

type ChecksStateProps = {
  checks: Checks;
  reader: "reviewer" | "publisher";
  linkOf?: (finding: Finding) => PlaceLink | undefined;
};

/** State and findings of the automated checks; during a new run, the findings of the previous one. */
export function ChecksState({ checks, reader, linkOf }: ChecksStateProps) {
  const { state, failure, ruleSetVersion, findings } = checks;
  const isUnderWay = state === "WAITING" || state === "RUNNING";
  return (
    <div className={classes.checks}>
      <div role="status">
        {isUnderWay && (
          <p className={classes.state}>
            <Dot tone="info" shape={state === "RUNNING" ? "pulse" : "ring"}>
              {state === "RUNNING" ? "Running checks" : "Checks queued"}
            </Dot>
          </p>
        )}
      </div>
      {state === "FAILED" && (
        <p role="alert" className={classes.failure}>
          <strong>The checks didn’t finish.</strong> {failure}{" "}
          {reader === "publisher" && "Moderators can run them again. No action needed."}
        </p>
      )}
      {ruleSetVersion === null ? (
        isUnderWay && <FindingsSkeleton />
      ) : (
        <>
          <Findings checks={checks} reader={reader} linkOf={linkOf} />
          {findings.length === 0 && (
            <p className={classes.clean}>
              <IconCircleCheck size={18} stroke={1.75} aria-hidden="true" />
              <span>
                All <a href={DOCS.checks.path}>rules</a> passed.
              </span>
            </p>
          )}
        </>
      )}
    </div>
  );
}

/** Skeleton of two findings. */
function FindingsSkeleton() {
  return (
    <div className={classes.groups} aria-hidden="true">
      {[0, 1].map((group) => (
        <div key={group} className={classes.group}>
          <span className={classes.bone} data-size="title" />
          <span className={classes.bone} />
          <span className={classes.bone} data-size="excerpt" />
        </div>
      ))}
    </div>
  );
}
