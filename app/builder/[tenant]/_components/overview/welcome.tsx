"use client";

import { IconAnchor, IconCheck } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { appPath, appsPath, pluginsPath, settingsPath, themesPath } from "@/app/_paths/builder.ts";
import { DOCS } from "@/app/_paths/docs.ts";
import { trpc } from "@/app/_trpc/client.tsx";
import { ButtonLink } from "@/app/_ui/actions/button.tsx";
import { CopyableCode } from "@/app/_ui/actions/copyable-code.tsx";
import { EmptyState } from "@/app/_ui/feedback/empty-state.tsx";
import { Link } from "@/app/_ui/page/link.tsx";
import { NewAppButton, NewAppDialog } from "@/app/builder/[tenant]/apps/_components/new-app.tsx";
import classes from "./welcome.module.css";

type WelcomeProps = { tenant: { slug: string; name: string }; canBuild: boolean };

/** Onboarding: the overview of a tenant without builds and listings. */
export function Welcome({ tenant, canBuild }: WelcomeProps) {
  const { slug, name } = tenant;
  const title = `${name} is ready`;
  if (!canBuild) {
    return (
      <EmptyState
        isFramed
        icon={<IconAnchor size={20} stroke={1.6} />}
        title={title}
        description="Your role can view builds and listings. Developers and owners create them."
        action={<ButtonLink href={appsPath(slug)}>View apps</ButtonLink>}
      />
    );
  }
  return (
    <div className={classes.welcome}>
      <h2 className={classes.title}>{title}</h2>
      <div className={classes.ways}>
        <FirstBuild tenant={slug} />
        <FirstVersion tenant={slug} />
      </div>
      <NewAppDialog tenant={slug} />
    </div>
  );
}

function FirstBuild({ tenant }: { tenant: string }) {
  // Not prefetched: only the overview of a new tenant shows it.
  const { data: apps = [] } = trpc.apps.list.useQuery({ tenant });
  const app = apps.find(({ archivedAt }) => archivedAt === null);
  return (
    <Guide title="Build an app">
      <Step title="Create an app" isDone={app !== undefined} action={!app && <NewAppButton />}>
        {app ? `${app.name} created.` : "Choose a name and its platforms."}
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
        From the app’s page or the API.
      </Step>
      <Step title="Watch it finish">
        A <Link href={DOCS.workers.path}>build worker</Link> runs it. Follow its log live.
      </Step>
    </Guide>
  );
}

function FirstVersion({ tenant }: { tenant: string }) {
  return (
    <Guide title="Publish to the marketplace">
      <Step title="Create a project" action={<CopyableCode code={CREATE} label="Command" />}>
        Use the <Link href={DOCS.cli.path}>CLI</Link>, register an{" "}
        <Link href={pluginsPath(tenant)}>existing plugin</Link>, or design a{" "}
        <Link href={themesPath(tenant)}>theme</Link>.
      </Step>
      <Step
        title="Create a token"
        action={<ButtonLink href={settingsPath(tenant, "tokens")}>API tokens</ButtonLink>}
      >
        The CLI signs in with it.
      </Step>
      <Step title="Publish it" action={<CopyableCode code="cli plugin publish" label="Command" />}>
        A moderator reviews each version before it is listed.
      </Step>
    </Guide>
  );
}

const CREATE = "cli plugin create my-plugin --type app";

function Guide({ title, children }: { title: string; children: ReactNode }) {
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
