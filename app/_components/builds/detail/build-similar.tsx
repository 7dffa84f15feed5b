import { describePlatform } from "@/app/_components/labels/labels.ts";
import { MinuteTime } from "@/app/_ui/data/time.tsx";
import { formatCount, formatNumber } from "@/app/_ui/format.ts";
import { Link } from "@/app/_ui/page/link.tsx";
import type { SimilarFailures } from "@/server/domains/builds/failures/view.ts";
import { SHORT_COMMIT_LENGTH } from "@/shared/bounds.ts";
import type { BuildDetail } from "./build-layout.tsx";
import classes from "./build-similar.module.css";

type BuildSimilarProps = {
  build: Pick<BuildDetail, "platform" | "gitCommit">;
  similar: SimilarFailures;
  /** "your" in the Builder; Super Admins see the builds of another. */
  owner?: string;
  hrefOf: (buildId: string) => string;
  /** Page of the builds that failed alike, for Super Admins. */
  clusterHref?: string;
};

/** Failures like that of a build, and other builds of its commit: whether the cause is the change or the platform. */
export function BuildSimilar({ build, similar, owner = "your", hrefOf, clusterHref }: BuildSimilarProps) {
  const { alike, before, sameCommit } = similar;
  const hasBefore = alike !== null && before.ended > 0;
  if (!alike && !sameCommit) return null;
  return (
    <ul className={classes.facts} aria-label="Similar failures">
      {alike && (
        <li>
          <SameFailure alike={alike} />
          {hasBefore && (
            <>
              . {formatNumber(before.alike)} of {owner} last {formatNumber(before.ended)}{" "}
              {describePlatform(build.platform)} builds before
            </>
          )}
          .
          {clusterHref && (
            <>
              {" "}
              <Link href={clusterHref}>All builds</Link>
            </>
          )}
        </li>
      )}
      {sameCommit && build.gitCommit && (
        <li>
          <SameCommit commit={build.gitCommit} sameCommit={sameCommit} hrefOf={hrefOf} />
        </li>
      )}
    </ul>
  );
}

function SameFailure({ alike }: { alike: NonNullable<SimilarFailures["alike"]> }) {
  const { builds, isCapped, tenants, since, worker } = alike;
  if (builds === 0) return <>No similar failures within 24 hours</>;
  return (
    <>
      Same failure: {isCapped ? `more than ${formatCount(builds, "build")}` : formatCount(builds, "build")} in{" "}
      {formatCount(tenants, "workspace")}
      {since && (
        <>
          {" "}
          since <MinuteTime value={since} />
        </>
      )}
      {worker && (
        <>
          , {describeShare(worker.builds, builds)}on <code>{worker.id}</code>
        </>
      )}
    </>
  );
}

const describeShare = (part: number, all: number): string =>
  part === all ? (all === 1 ? "" : "all ") : `${formatNumber(part)} of them `;

type SameCommitProps = {
  commit: string;
  sameCommit: NonNullable<SimilarFailures["sameCommit"]>;
  hrefOf: (buildId: string) => string;
};

function SameCommit({ commit, sameCommit: { completed, failed }, hrefOf }: SameCommitProps) {
  const name = <code>{commit.slice(0, SHORT_COMMIT_LENGTH)}</code>;
  if (completed) {
    return (
      <>
        Commit {name} completed in <Link href={hrefOf(completed.id)}>#{completed.number}</Link>{" "}
        {describePlatform(completed.platform)}
        {completed.workerId && (
          <>
            {" "}
            on <code>{completed.workerId}</code>
          </>
        )}
        .
      </>
    );
  }
  return failed > 0 ? (
    <>
      Commit {name} also failed in {formatCount(failed, "other build")}.
    </>
  ) : (
    <>No other build of commit {name}.</>
  );
}
