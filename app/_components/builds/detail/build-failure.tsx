import type { ReactNode } from "react";
import { toHash } from "@/app/_components/log/use-line-range.ts";
import { toMessage } from "@/shared/build-log/failure-message.ts";
import classes from "./build-failure.module.css";
import type { BuildDetail } from "./build-layout.tsx";

type BuildFailureProps = {
  build: BuildDetail;
  /** Similar failures, from the server. */
  children?: ReactNode;
};

/** Reason of a failed build, with where it was printed and a link to its line in the log. */
export function BuildFailure({ build, children }: BuildFailureProps) {
  const { failure, failureContext } = build;
  if (!failure)
    return build.status === "FAILED" ? <UnknownFailure build={build}>{children}</UnknownFailure> : children;
  const { tool = null, step = null, file = null } = failureContext ?? {};
  const message = toMessage(failure.summary);
  return (
    <section className={classes.failure} aria-labelledby="failure-reason">
      <h2 id="failure-reason" className={classes.title}>
        {tool ? `${tool} failed` : "Failed"}
        {step && <span className={classes.step}> in {step}</span>}
      </h2>
      <p className={classes.message}>{message}</p>
      <p className={classes.context}>
        {file && <code className={classes.file}>{file}</code>}
        <a href={toHash("error", { from: failure.line, to: failure.line })}>Show in log</a>
      </p>
      {children}
    </section>
  );
}

/** Failed build without a reason: that there is none is said where it would stand. */
function UnknownFailure({ build, children }: BuildFailureProps) {
  return (
    <section className={classes.failure} aria-labelledby="failure-reason">
      <h2 id="failure-reason" className={classes.title}>
        Failed without a known reason
      </h2>
      <p className={classes.context}>
        {build.errorLog === null ? "The worker reported no error log." : "No reason found in the error log."}
      </p>
      {children}
    </section>
  );
}
