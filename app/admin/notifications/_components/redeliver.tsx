"use client";

import { Button } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { trpc } from "../../../_trpc/client";
import { readProblem } from "../../../_trpc/problem";

/** Sends a delivery again; a waiting one at once. Closed channels are resumed first. */
export function Redeliver({ deliveryId }: { deliveryId: string }) {
  const [{ state }] = trpc.adminNotifications.delivery.useSuspenseQuery({ deliveryId });
  const utils = trpc.useUtils();
  const redeliver = trpc.adminNotifications.redeliver.useMutation();
  async function send() {
    try {
      await redeliver.mutateAsync({ deliveryId });
      notifications.show({ message: "It is on its way again." });
    } catch (error) {
      notifications.show({ color: "red", message: readProblem(error).message });
    }
    await utils.adminNotifications.invalidate();
  }
  return (
    <Button variant="default" onClick={send} loading={redeliver.isPending}>
      {state === "PENDING" ? "Send now" : "Redeliver"}
    </Button>
  );
}
