"use client";

import { Button } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useRouter } from "next/navigation";
import { type RouterOutputs, trpc } from "../../../_trpc/client";
import { RelativeTime } from "../../../_ui/data/time";
import { formatCount } from "../../../_ui/format";
import { ActionDialog, useActionDialog } from "../../_components/action-dialog";
import classes from "../../_components/detail.module.css";

/** State of a tenant, with the actions that change it. */
export function TenantPanel({ tenant }: { tenant: RouterOutputs["adminTenants"]["get"] }) {
  const { action, isOpen, ask, close } = useActionDialog();
  const done = useDone();
  const suspend = trpc.adminTenants.suspend.useMutation();
  const restore = trpc.adminTenants.restore.useMutation();
  const { id: tenantId, name, slug, suspendedAt, suspendedReason } = tenant;
  const approved = tenant.listings.APPROVED;

  const askToSuspend = () =>
    ask({
      title: `Suspend ${name}?`,
      text: "Nothing of it is deleted. It can be restored at any time, with all it has.",
      effects: [
        `${formatCount(tenant.members, "member")} shut out with their next request`,
        `${formatCount(tenant.activeTokens, "API token")} refused within 5 seconds`,
        `${formatCount(approved, "approved version")} taken off the marketplace`,
        `${formatCount(tenant.unfinishedBuilds, "unfinished build")} left to end by themselves`,
      ],
      phrase: slug,
      reasonLabel: "Why it is suspended",
      confirmLabel: "Suspend tenant",
      run: async (reason) => {
        await suspend.mutateAsync({ tenantId, reason });
        await done(`${name} is suspended.`);
      },
    });
  const askToRestore = () =>
    ask({
      title: `Restore ${name}?`,
      text: "Its members find it as it was, its API tokens work again, and its approved items are back on the marketplace.",
      confirmLabel: "Restore tenant",
      run: async () => {
        await restore.mutateAsync({ tenantId });
        await done(`${name} is restored.`);
      },
    });

  return (
    <section className={classes.panel} aria-label="State of the tenant">
      {suspendedAt ? (
        <>
          <p className={classes.sentence}>
            Suspended <RelativeTime value={suspendedAt} />. Its members and tokens are shut out.
          </p>
          {suspendedReason && <p className={classes.why}>{suspendedReason}</p>}
          <div className={classes.buttons}>
            <Button onClick={askToRestore}>Restore tenant</Button>
          </div>
        </>
      ) : (
        <>
          <p className={classes.sentence}>Open to its members. Its approved items are on the marketplace.</p>
          <div className={classes.buttons}>
            <Button variant="default" onClick={askToSuspend}>
              Suspend tenant
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
    await Promise.all([utils.adminTenants.invalidate(), utils.adminMemberships.invalidate()]);
    router.refresh();
  };
}
