"use client";

import { Button } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useRouter } from "next/navigation";
import { describeSuspension } from "@/app/_components/labels/decision-impact.ts";
import { tenantPath } from "@/app/_paths/admin.ts";
import { type RouterOutputs, trpc } from "@/app/_trpc/client.tsx";
import { RelativeTime } from "@/app/_ui/data/time.tsx";
import { formatCount } from "@/app/_ui/format.ts";
import { ActionDialog, useActionDialog } from "@/app/admin/_components/action-dialog.tsx";
import classes from "@/app/admin/_components/detail.module.css";
import { NameWarningsNote } from "@/app/admin/_components/name-warnings.tsx";

/** State of a tenant, with the actions that change it. */
export function TenantPanel({ tenant }: { tenant: RouterOutputs["adminTenants"]["get"] }) {
  const { action, isOpen, ask, close } = useActionDialog();
  const done = useDone();
  const suspend = trpc.adminTenants.suspend.useMutation();
  const restore = trpc.adminTenants.restore.useMutation();
  const { id: tenantId, name, slug, suspendedAt, suspendedReason } = tenant;
  const approved = tenant.listings.APPROVED;
  const verify = trpc.adminTenants.verify.useMutation();
  const isVerified = tenant.verifiedAt !== null;
  const askToVerify = () =>
    ask({
      title: isVerified ? `Remove verification of ${name}?` : `Verify ${name}?`,
      text: isVerified
        ? "The marketplace and the API no longer show the verified badge."
        : "The marketplace and the API show it as a verified publisher. Confirm its identity first.",
      confirmLabel: isVerified ? "Remove verification" : "Verify publisher",
      run: async () => {
        await verify.mutateAsync({ tenantId, isVerified: !isVerified });
        await done(isVerified ? `${name} is no longer verified` : `${name} verified`);
      },
    });

  const askToSuspend = () =>
    ask({
      title: `Suspend ${name}?`,
      text: "Nothing is deleted. You can restore it at any time.",
      effects: [
        `${formatCount(tenant.members, "member loses", "members lose")} access immediately`,
        `${formatCount(tenant.activeTokens, "API token stops", "API tokens stop")} working within 5 seconds`,
        `${formatCount(approved, "approved version")} removed from the marketplace`,
        `${formatCount(tenant.unfinishedBuilds, "unfinished build continues", "unfinished builds continue")} to run`,
        ...describeSuspension(tenant.impact),
      ],
      phrase: slug,
      reasonLabel: "Reason",
      confirmLabel: "Suspend workspace",
      run: async (reason) => {
        await suspend.mutateAsync({ tenantId, reason });
        await done(`${name} suspended`);
      },
    });
  const askToRestore = () =>
    ask({
      title: `Restore ${name}?`,
      text: "Members, API tokens and approved items become active again.",
      confirmLabel: "Restore workspace",
      run: async () => {
        await restore.mutateAsync({ tenantId });
        await done(`${name} restored`);
      },
    });

  return (
    <section className={classes.panel} aria-label="Workspace status">
      {suspendedAt ? (
        <>
          <p className={classes.sentence}>
            Suspended <RelativeTime value={suspendedAt} />. Members and tokens have no access.
          </p>
          {suspendedReason && <p className={classes.why}>{suspendedReason}</p>}
          <NameWarningsNote warnings={tenant} pathOf={tenantPath} />
          <div className={classes.buttons}>
            <Button onClick={askToRestore}>Restore workspace</Button>
          </div>
        </>
      ) : (
        <>
          <p className={classes.sentence}>Active</p>
          {tenant.verifiedAt && (
            <p className={classes.sentence}>
              Verified publisher since <RelativeTime value={tenant.verifiedAt} />
            </p>
          )}
          <NameWarningsNote warnings={tenant} pathOf={tenantPath} />
          <div className={classes.buttons}>
            <Button variant="default" onClick={askToVerify}>
              {isVerified ? "Remove verification" : "Verify publisher"}
            </Button>
            <Button variant="default" onClick={askToSuspend}>
              Suspend workspace
            </Button>
          </div>
        </>
      )}
      {action && <ActionDialog action={action} isOpen={isOpen} onClose={close} />}
    </section>
  );
}

function useDone() {
  const utils = trpc.useUtils();
  const router = useRouter();
  return async (message: string) => {
    notifications.show({ message });
    await Promise.all([utils.adminTenants.invalidate(), utils.adminMembers.invalidate()]);
    router.refresh();
  };
}
