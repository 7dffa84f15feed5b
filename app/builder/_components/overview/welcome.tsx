"use client";

import { IconAnchor, IconCheck } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { trpc } from "../../../_trpc/client";
import { ButtonLink } from "../../../_ui/actions/button";
import { CopyableCode } from "../../../_ui/actions/copyable-code";
import { EmptyState } from "../../../_ui/feedback/empty-state";
import { Link } from "../../../_ui/page/link";
import { NewAppButton, NewAppDialog } from "../apps/new-app";
import { appPath, pluginsPath, tenantPath } from "../paths";
import classes from "./welcome.module.css";

type WelcomeProps = { tenant: { slug: string; name: string }; mayBuild: boolean };

/** The overview of a tenant in which nothing has happened yet: what to do first. */
export function Welcome({ tenant, mayBuild }: WelcomeProps) {
  const { slug, name } = tenant;
  const title = `${name} is ready`;
  if (!mayBuild) {
    return (
      <EmptyState
        isFramed
        icon={<IconAnchor size={20} stroke={1.6} />}
        title={title}
        description="Builds and listings will be counted here. Your role reads them; developers and owners of the tenant build and publish."
        action={<ButtonLink href={`${tenantPath(slug)}/apps`}>To the apps</ButtonLink>}
      />
    );
  }
  return (
    <div className={classes.welcome}>
      <h2 className={classes.title}>{title}</h2>
      <p className={classes.text}>Builds and listings will be counted here. There are two ways to begin.</p>
      <div className={classes.ways}>
        <FirstBuild tenant={slug} />
        <FirstVersion tenant={slug} />
      </div>
      <NewAppDialog tenant={slug} />
    </div>
  );
}

function FirstBuild({ tenant }: { tenant: string }) {
  // Not prefetched with the page: the overview of a tenant that has begun does not show it.
  const { data: apps = [] } = trpc.apps.list.useQuery({ tenant });
  const app = apps.find(({ archivedAt }) => archivedAt === null);
  return (
    <Way title="Build an app">
      <Step title="Create an app" isDone={app !== undefined} action={!app && <NewAppButton />}>
        {app ? `${app.name} is there.` : "A name, and whether it is for Android, iOS or both."}
      </Step>
      <Step
        title="Queue a build"
        action={
          app && (
            <ButtonLink href={appPath(tenant, app.id)} variant="filled">
              Open {app.name}
            </ButtonLink>
          )
        }
      >
        On the app’s page, or from a script.
      </Step>
      <Step title="Watch it finish">
        A <Link href="/docs/workers">build worker</Link> takes it; its log and its artifact arrive while you
        look.
      </Step>
    </Way>
  );
}

function FirstVersion({ tenant }: { tenant: string }) {
  return (
    <Way title="Publish to the marketplace">
      <Step title="Make a project" action={<CopyableCode code={CREATE} label="Command" />}>
        With the <Link href="/docs/cli">command line</Link>; a theme is made{" "}
        <Link href={`${tenantPath(tenant)}/themes`}>here</Link>, and a plugin that you have is registered{" "}
        <Link href={pluginsPath(tenant)}>here</Link>.
      </Step>
      <Step
        title="Create a token"
        action={<ButtonLink href={`${tenantPath(tenant)}/settings/tokens`}>To the tokens</ButtonLink>}
      >
        It lets the command line act for you.
      </Step>
      <Step title="Hand it in" action={<CopyableCode code="cli plugin publish" label="Command" />}>
        A moderator looks at it before it is on the marketplace.
      </Step>
    </Way>
  );
}

const CREATE = "cli plugin create my-plugin --type app";

function Way({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes.way}>
      <h3>{title}</h3>
      <ol>{children}</ol>
    </section>
  );
}

type StepProps = { title: string; isDone?: boolean; action?: ReactNode; children: ReactNode };

function Step({ title, isDone = false, action, children }: StepProps) {
  return (
    <li data-done={isDone || undefined}>
      <div>
        <h4>
          {title}
          {isDone && <IconCheck size={16} stroke={2} aria-label="done" />}
        </h4>
        <p>{children}</p>
        {action && <div className={classes.action}>{action}</div>}
      </div>
    </li>
  );
}
