"use client";

import { Button } from "@mantine/core";
import dynamic from "next/dynamic";
import { useState } from "react";
import { ChecksState } from "@/app/_components/findings/checks-state.tsx";
import type { RouterOutputs } from "@/app/_trpc/client.tsx";
import { trpc } from "@/app/_trpc/client.tsx";
import { readProblem } from "@/app/_trpc/problem.ts";
import { Section } from "@/app/_ui/page/section.tsx";
import classes from "./checks-panel.module.css";
import { useFindingLinks } from "./use-finding-links";

const BlockArchive = dynamic(() => import("./block-archive").then((module) => module.BlockArchive));

type ReviewChecks = RouterOutputs["adminChecks"]["of"];

/** Polling while checks are running. */
const REFETCH_INTERVAL_MS = 1_500;

/** Automated checks of a submission, with the actions of a reviewer. */
export function ChecksPanel({ found }: { found: ReviewChecks }) {
  const utils = trpc.useUtils();
  const input = { listingId: found.listingId };
  const [problem, setProblem] = useState<string>();
  const rerun = trpc.adminChecks.rerun.useMutation();
  const { data: checks } = trpc.adminChecks.of.useQuery(input, {
    initialData: found,
    refetchInterval: ({ state }) => isUnderWay(state.data?.state) && REFETCH_INTERVAL_MS,
  });
  const linkOf = useFindingLinks(checks, checks.archiveSha256 !== null);
  const runAgain = async () => {
    setProblem(undefined);
    try {
      await rerun.mutateAsync(input);
      await utils.adminChecks.of.invalidate(input);
    } catch (error) {
      setProblem(readProblem(error).message);
    }
  };
  return (
    <Section
      id="checks"
      title="Automated checks"
      description={describeChecks(checks)}
      actions={
        <>
          <Button variant="default" size="xs" loading={rerun.isPending} onClick={runAgain}>
            Run again
          </Button>
          {checks.archiveSha256 && <BlockArchive checks={checks} sha256={checks.archiveSha256} />}
        </>
      }
    >
      {problem && (
        <p role="alert" className={classes.problem}>
          {problem}
        </p>
      )}
      <ChecksState checks={checks} reader="reviewer" linkOf={linkOf} />
    </Section>
  );
}

const isUnderWay = (state: ReviewChecks["state"] | undefined) => state === "WAITING" || state === "RUNNING";

type Checks = Pick<RouterOutputs["adminChecks"]["of"], "counts" | "ruleSetVersion">;

/** Summary of the checks: "1 high, 2 low · Rule set 1" */
export function describeChecks({ counts, ruleSetVersion }: Checks): string {
  if (ruleSetVersion === null) return "";
  const found = Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([severity, count]) => `${count} ${severity}`);
  return `${found.length > 0 ? found.join(", ") : "No findings"} · Rule set ${ruleSetVersion}`;
}
