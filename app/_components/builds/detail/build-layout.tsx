import { type ReactNode, useState } from "react";
import type { RouterOutputs } from "@/app/_trpc/client.tsx";
import { Section } from "@/app/_ui/page/section.tsx";
import { BuildLog } from "../log/build-log";
import type { LogSlices } from "../log/use-log-slices";
import classes from "./build-layout.module.css";
import { BuildReports } from "./build-reports";
import { BuildTimeline } from "./build-timeline";

type BuildLayoutProps = {
  build: BuildDetail;
  log: LogSlices;
  appSlug: string;
  comparison?: ReactNode;
  details: ReactNode;
  inputs: ReactNode;
  artifact?: ReactNode;
};

/** Log, facts and reports of a build. A build that was unfinished when its page opened stays watched after its end. */
export function BuildLayout({
  build,
  log,
  appSlug,
  comparison,
  details,
  inputs,
  artifact,
}: BuildLayoutProps) {
  const [isWatched] = useState(build.finishedAt === null);
  return (
    <div className={classes.columns} data-watched={isWatched || undefined}>
      <div className={classes.log}>
        <BuildLog build={build} log={log} appSlug={appSlug} isWatched={isWatched} />
      </div>
      <div className={classes.facts}>
        <Section title="Timeline" isCard>
          <BuildTimeline build={build} />
        </Section>
        {comparison && (
          <Section title="Compared with last completed build" isCard>
            {comparison}
          </Section>
        )}
        <Section title="Details" isCard>
          {details}
        </Section>
      </div>
      <div className={classes.rest}>
        {inputs && <Section title="Inputs">{inputs}</Section>}
        {artifact && <Section title="Artifact">{artifact}</Section>}
        <Section title="Status reports" description="From workers, oldest first">
          <BuildReports build={build} />
        </Section>
      </div>
    </div>
  );
}

/** Build as its page shows it. */
export type BuildDetail = RouterOutputs["builds"]["get"];
