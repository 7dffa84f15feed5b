"use client";

import { IconAnchor } from "@tabler/icons-react";
import { ButtonLink } from "../../../_ui/actions/button-link";
import { toCurl } from "../../../_ui/actions/curl";
import { EmptyState } from "../../../_ui/feedback/empty-state";
import { publishRequest } from "../listings/publish-request";
import { tenantPath } from "../paths";
import { useOrigin } from "../use-origin";

type WelcomeProps = { tenant: { id: string; slug: string; name: string }; mayPublish: boolean };

/** The overview of a tenant in which nothing has happened yet. */
export function Welcome({ tenant, mayPublish }: WelcomeProps) {
  const origin = useOrigin();
  const home = tenantPath(tenant.slug);
  return (
    <EmptyState
      isFramed
      icon={<IconAnchor size={20} stroke={1.6} />}
      title={`${tenant.name} is ready`}
      description="Builds and listings will be counted here. Queue a first build on the page of an app, or publish a plugin or theme from a terminal."
      action={
        <>
          <ButtonLink href={`${home}/apps`} variant="filled">
            Open the apps
          </ButtonLink>
          <ButtonLink href={`${home}/settings/tokens`}>Create a token</ButtonLink>
        </>
      }
      {...(mayPublish && { command: toCurl(publishRequest(tenant.id), origin) })}
    />
  );
}
