import type { Metadata } from "next";
import { Suspense } from "react";
import { ApiPopover } from "@/app/_components/api-calls/api-popover.tsx";
import { SETTINGS_PAGES } from "@/app/_paths/builder-pages.ts";
import { readTextCursor, readTimeCursor } from "@/app/_paths/search-params.ts";
import { api, HydrateClient } from "@/app/_trpc/server.tsx";
import { TableSkeleton } from "@/app/_ui/feedback/skeletons.tsx";
import type { SearchParams } from "@/app/_ui/list/list-url.ts";
import { PageHeader } from "@/app/_ui/page/page-header.tsx";
import { openBuilder } from "@/app/builder/access.ts";
import { Invitations } from "../_components/invitations";
import { InviteButton, InviteDialog } from "../_components/invite";
import { MembersTable } from "../_components/members-table";

export const metadata: Metadata = { title: SETTINGS_PAGES.members.title };

type MembersPageProps = { params: Promise<{ tenant: string }>; searchParams: Promise<SearchParams> };

export default async function MembersPage({ params, searchParams }: MembersPageProps) {
  const { tenant } = await openBuilder((await params).tenant);
  const isOwner = tenant.role === "OWNER";
  const query = await searchParams;
  const cursor = readTextCursor(query);
  const invitationsCursor = readTimeCursor(query, "invitations");
  if (isOwner) {
    void api.members.invitations.prefetch({
      tenant: tenant.slug,
      ...(invitationsCursor && { cursor: invitationsCursor }),
    });
  }
  // Awaited: invitations follow, and no skeleton has the height of an unknown number of members.
  await api.members.list.prefetch({ tenant: tenant.slug, ...(cursor && { cursor }) });
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
        <MembersTable tenant={tenant.slug} isOwner={isOwner} cursor={cursor} />
        {isOwner && (
          <Suspense fallback={<TableSkeleton columns={5} rows={2} />}>
            <Invitations tenant={tenant.slug} cursor={invitationsCursor} />
          </Suspense>
        )}
      </HydrateClient>
      {isOwner && <InviteDialog tenant={tenant.slug} />}
    </>
  );
}
