import type { Metadata } from "next";
import { cache, Suspense } from "react";
import { api, HydrateClient, orNotFound } from "../../../_trpc/server";
import { requireAdmin } from "../../../_trpc/session";
import { CopyableId } from "../../../_ui/actions/copyable-code";
import { RelativeTime } from "../../../_ui/data/time";
import { KeyValueList } from "../../../_ui/data/values";
import { TableSkeleton } from "../../../_ui/feedback/skeletons";
import { formatNumber } from "../../../_ui/format";
import { readCursor, type SearchParams } from "../../../_ui/list/list-url";
import { PageHeader } from "../../../_ui/page/page-header";
import { Section } from "../../../_ui/page/section";
import classes from "../../_components/detail.module.css";
import { MembershipsTable } from "../../_components/memberships/memberships-table";
import { USERS_PATH } from "../../_components/paths";
import { UserStateBadge } from "../../_components/state-badges";
import { AuditTrail } from "../../audit/_components/audit-trail";
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
  await api.adminMemberships.list.prefetch({ userId: user.id, ...(cursor && { cursor }) });
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
