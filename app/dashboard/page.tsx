import { redirect } from "next/navigation";
import { ADMIN_PATH } from "@/app/_paths/admin.ts";
import { BUILDER_PATH } from "@/app/_paths/builder.ts";
import { listCurrentMemberships, requireUser } from "../_trpc/session";

/** Redirect to the user's dashboard: the Builder, or Admin for a Super Admin without a workspace. */
export default async function DashboardPage() {
  const { isSuperAdmin } = await requireUser();
  const hasTenant = (await listCurrentMemberships()).length > 0;
  redirect(isSuperAdmin && !hasTenant ? ADMIN_PATH : BUILDER_PATH);
}
