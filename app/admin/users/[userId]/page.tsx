import type { Metadata } from "next";
import { cache, Suspense } from "react";
import { USERS_PATH } from "@/app/_paths/admin.ts";
import { api, HydrateClient, orNotFound } from "@/app/_trpc/server.tsx";
import { requireAdmin } from "@/app/_trpc/session.ts";
import { CopyableId } from "@/app/_ui/actions/copyable-code.tsx";
import { RelativeTime } from "@/app/_ui/data/time.tsx";
import { KeyValueList } from "@/app/_ui/data/values.tsx";
import { TableSkeleton } from "@/app/_ui/feedback/skeletons.tsx";
import { formatNumber } from "@/app/_ui/format.ts";
import { readCursor, type SearchParams } from "@/app/_ui/list/list-url.ts";
import { PageHeader } from "@/app/_ui/page/page-header.tsx";
import { Section } from "@/app/_ui/page/section.tsx";
import classes from "@/app/admin/_components/detail.module.css";
import { MembershipsTable } from "@/app/admin/_components/memberships/memberships-table.tsx";
import { UserStateBadge } from "@/app/admin/_components/state-badges.tsx";
import { AuditTrail } from "@/app/admin/audit/_components/audit-trail.tsx";
import { UserPanel } from "../_components/user-panel";

type UserPageProps = { params: Promise<{ userId: string }>; searchParams: Promise<SearchParams> };

const getUser = cache((userId: string) => orNotFound(api.adminUsers.get({ userId })));

export async function generateMetadata({ params }: UserPageProps): Promise<Metadata> {
  await requireAdmin();
  return { title: (await getUser((await params).userId)).name };
}

export default async function UserPage({ params, searchParams }: UserPageProps) {
  await requireAdmin();
  const user = await getUser((await params).userId);
  const cursor = readCursor(await searchParams);
  void api.adminUsers.get.prefetch({ userId: user.id });
  // Awaited: the changes follow, and no skeleton has the height of an unknown number of rows.
  await api.adminMembers.list.prefetch({ userId: user.id, ...(cursor && { cursor }) });
  return (
    <>
      <PageHeader
        breadcrumbs={[{ href: USERS_PATH, label: "Users" }]}
        title={user.name}
        badge={<UserStateBadge isDisabled={user.disabledAt !== null} />}
        description={user.email}
      />
      <HydrateClient>
        <div className={classes.columns}>
          <div className={`${classes.stack} ${classes.side}`}>
            <UserPanel userId={user.id} />
            <Section title="User">
              <KeyValueList
                items={[
                  { label: "Platform role", value: user.isSuperAdmin ? "Super Admin" : null },
                  { label: "Email", value: describeEmail(user) },
                  { label: "Sign-in methods", value: describeSignIn(user) },
                  { label: "API tokens", value: formatNumber(user.activeTokens) },
                  { label: "Created", value: <RelativeTime value={user.createdAt} /> },
                  { label: "ID", value: <CopyableId id={user.id} label="user ID" /> },
                ]}
              />
            </Section>
          </div>
          <div className={classes.stack}>
            <Section title="Workspaces">
              <MembershipsTable of={{ userId: user.id }} cursor={cursor} />
            </Section>
            <Suspense fallback={<TableSkeleton columns={6} rows={8} />}>
              <AuditTrail filters={{ actor: user.id }} />
            </Suspense>
          </div>
        </div>
      </HydrateClient>
    </>
  );
}

function describeEmail({
  email,
  emailVerifiedAt,
  claimedEmail,
  isDeleted,
}: Awaited<ReturnType<typeof getUser>>) {
  if (isDeleted) return null;
  if (claimedEmail) return `none (${claimedEmail} was claimed by its owner)`;
  return `${email} (${emailVerifiedAt ? "verified" : "not verified"})`;
}

function describeSignIn({ hasPassword, providers }: { hasPassword: boolean; providers: string[] }) {
  const ways = [...(hasPassword ? ["password"] : []), ...providers];
  return ways.length > 0 ? ways.join(", ") : null;
}
