import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { api } from "../_trpc/server";
import { ButtonLink } from "../_ui/actions/button-link";
import { Notice } from "../_ui/frame/notice";
import { SignOutButton } from "./_components/sign-out-button";
import { requireUser } from "./access";

export const metadata: Metadata = { title: "Builder" };

/** Leads to the tenant used last. */
export default async function BuilderPage() {
  const user = await requireUser();
  const [tenant] = await api.tenants.mine();
  if (tenant) redirect(`/builder/${tenant.slug}`);
  return (
    <Notice
      title="You are not a member of a tenant yet"
      description={`A tenant holds a team's apps, builds and listings. Ask an owner of yours to add ${user.email}; this page then leads there.`}
    >
      {user.isSuperAdmin && (
        <ButtonLink href="/admin" variant="filled">
          Open the admin desk
        </ButtonLink>
      )}
      <ButtonLink href="/marketplace">Browse the marketplace</ButtonLink>
      <SignOutButton />
    </Notice>
  );
}
