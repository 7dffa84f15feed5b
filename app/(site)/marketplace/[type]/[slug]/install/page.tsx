import { notFound, redirect } from "next/navigation";
import { permissionsOfRole } from "@/server/core/authorize.ts";
import { listCurrentMemberships, requireUser } from "../../../../../_trpc/session";
import { findTypeBySegment } from "../../../../../_ui/data/listing-type";
import { installPath } from "../../../../../builder/_components/paths";

type InstallPageProps = { params: Promise<{ type: string; slug: string }> };

/** Redirect to the install page of the most recently used tenant in which the reader may install; signed out, to sign-in. */
export default async function InstallPage({ params }: InstallPageProps): Promise<never> {
  const { type: segment, slug } = await params;
  const type = findTypeBySegment(segment);
  if (!type) notFound();
  await requireUser();
  const tenants = await listCurrentMemberships();
  const tenant = tenants.find(({ role }) => permissionsOfRole(role).has("APPS_MANAGE")) ?? tenants[0];
  redirect(tenant ? installPath(tenant.slug, { type, slug }) : "/builder");
}
