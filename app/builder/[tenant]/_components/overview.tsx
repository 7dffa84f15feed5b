"use client";

import { trpc } from "../../../_trpc/client";
import { Section } from "../../../_ui/page/section";
import { tenantPath } from "../../_components/paths";
import { Breakdown } from "./breakdown";
import { BuildsByDay } from "./builds-by-day";
import classes from "./overview.module.css";
import { decidedInput, waitingInput } from "./overview-input";
import { Figures } from "./overview-metrics";
import { BuildHeadlines } from "./recent-builds";
import { ListingHeadlines } from "./recent-listings";
import { Welcome } from "./welcome";

type OverviewProps = { tenant: { slug: string; name: string }; mayBuild: boolean };

/** How the tenant is doing; builds are kept current by `LiveBuilds`. */
export function Overview({ tenant, mayBuild }: OverviewProps) {
  const { slug } = tenant;
  const [summary] = trpc.builds.summary.useSuspenseQuery({ tenant: slug });
  const [counts] = trpc.listings.counts.useSuspenseQuery({ tenant: slug });
  const [waiting] = trpc.listings.list.useSuspenseQuery(waitingInput(slug));
  const [decided] = trpc.listings.list.useSuspenseQuery(decidedInput(slug));
  const home = tenantPath(slug);
  const isNew = [...Object.values(counts), summary.queued, summary.inProgress, summary.failed.length].every(
    (count) => count === 0,
  );
  if (isNew && summary.all.completed === 0) return <Welcome tenant={tenant} mayBuild={mayBuild} />;
  return (
    <>
      <Figures home={home} summary={summary} counts={counts} />
      <BuildsByDay path={`${home}/builds`} days={summary.days} />
      <Breakdown tenant={slug} summary={summary} />
      <div className={classes.columns}>
        <div>
          <Section title="Running now">
            <BuildHeadlines
              tenant={slug}
              caption="Builds that are queued or running"
              builds={summary.unfinished}
              empty="Nothing is queued or running."
              isRunning
            />
          </Section>
        </div>
        <div>
          <Section title="Failed last">
            <BuildHeadlines
              tenant={slug}
              caption="The builds that failed last"
              builds={summary.failed}
              empty="No build has failed."
            />
          </Section>
        </div>
        <div>
          <Section title="Waiting for a moderator">
            <ListingHeadlines
              tenant={slug}
              caption="Listings that wait for a decision"
              listings={waiting.listings}
              empty="No listing is waiting."
            />
          </Section>
        </div>
        <div>
          <Section title="Decided last">
            <ListingHeadlines
              tenant={slug}
              caption="Listings that were submitted last and are decided"
              listings={decided.listings}
              empty="Nothing has been decided yet."
              isDecided
            />
          </Section>
        </div>
      </div>
    </>
  );
}
