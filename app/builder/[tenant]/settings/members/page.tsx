import type { Metadata } from "next";
import { Suspense } from "react";
import { api, HydrateClient } from "../../../../_trpc/server";
import { ApiPopover } from "../../../../_ui/actions/api-popover";
import { TableSkeleton } from "../../../../_ui/feedback/skeletons";
import { PageHeader } from "../../../../_ui/page/page-header";
import { openBuilder } from "../../../access";
import { Invitations } from "../_components/invitations";
import { InviteButton, InviteDialog } from "../_components/invite";
import { MembersTable } from "../_components/members-table";

export const metadata: Metadata = { title: "Members" };

export default async function MembersPage({ params }: { params: Promise<{ tenant: string }> }) {
  const { tenant } = await openBuilder((await params).tenant);
  const isOwner = tenant.role === "OWNER";
  void api.membership.members.prefetch({ tenant: tenant.slug });
  if (isOwner) void api.membership.invitations.prefetch({ tenant: tenant.slug });
  return (
    <>
      <PageHeader
        title="Members"
        actions={
          <>
            <ApiPopover path="/api/me" tenantId={tenant.id} cli="cli whoami" />
            {isOwner && <InviteButton />}
          </>
        }
      />
      <HydrateClient>
        <Suspense fallback={<TableSkeleton columns={4} rows={3} />}>
          <MembersTable tenant={tenant.slug} isOwner={isOwner} />
        </Suspense>
        {isOwner && (
          <Suspense fallback={<TableSkeleton columns={5} rows={2} />}>
            <Invitations tenant={tenant.slug} />
          </Suspense>
        )}
      </HydrateClient>
      {isOwner && <InviteDialog tenant={tenant.slug} />}
    </>
  );
}
