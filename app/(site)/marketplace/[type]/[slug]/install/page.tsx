import { notFound, redirect } from "next/navigation";
import { findTypeBySegment } from "@/app/_components/labels/listing-type.tsx";
import { BUILDER_PATH, installPath } from "@/app/_paths/builder.ts";
import { listCurrentMemberships, requireUser } from "@/app/_trpc/session.ts";
import { permissionsOfRole } from "@/server/core/authorize.ts";

type InstallPageProps = { params: Promise<{ type: string; slug: string }> };

/** Redirect to the install page of the most recently used tenant in which the reader may install; signed out, to sign-in. */
export default async function InstallPage({ params }: InstallPageProps): Promise<never> {
  const { type: segment, slug } = await params;
  const type = findTypeBySegment(segment);
  if (!type) notFound();
  await requireUser();
  const tenants = await listCurrentMemberships();
  const tenant = tenants.find(({ role }) => permissionsOfRole(role).has("APPS_MANAGE")) ?? tenants[0];
  redirect(tenant ? installPath(tenant.slug, { type, slug }) : BUILDER_PATH);
}
