"use client";

import { IconPackage } from "@tabler/icons-react";
import { ButtonLink } from "../../../_ui/actions/button";
import { toCurl } from "../../../_ui/actions/curl";
import { EmptyState } from "../../../_ui/feedback/empty-state";
import { tenantPath } from "../paths";
import { useOrigin } from "../use-origin";
import { publishRequest } from "./publish-request";

type NoListingsProps = { tenant: { id: string; slug: string }; mayPublish: boolean };

export function NoListings({ tenant, mayPublish }: NoListingsProps) {
  const origin = useOrigin();
  const icon = <IconPackage size={20} stroke={1.6} />;
  if (!mayPublish) {
    return (
      <EmptyState
        icon={icon}
        title="Nothing published yet"
        description="Each version of a plugin or theme that a developer or owner of this tenant publishes is listed here, with what moderation said of it."
      />
    );
  }
  return (
    <EmptyState
      icon={icon}
      title="Nothing published yet"
      description="A listing is one version of a plugin or theme. Publish it with a token that may publish; a moderator looks at it, and this page shows its place in the queue and the decision."
      action={<ButtonLink href={`${tenantPath(tenant.slug)}/settings/tokens`}>Create a token</ButtonLink>}
      command={toCurl(publishRequest(tenant.id), origin)}
    />
  );
}
