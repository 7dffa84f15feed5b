"use client";

import { Button, NativeSelect } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useState } from "react";
import formClasses from "@/app/_components/forms/form.module.css";
import { trpc } from "@/app/_trpc/client.tsx";
import { notifyProblem } from "@/app/_trpc/notify.ts";
import { Dialog } from "@/app/_ui/actions/dialog.tsx";
import { formatCount } from "@/app/_ui/format.ts";
import { HOUR_MS } from "@/shared/time.ts";

const PERIODS = [
  { value: "1", label: "Last hour" },
  { value: "24", label: "Last 24 hours" },
  { value: "168", label: "Last 7 days" },
  { value: "720", label: "Last 30 days" },
];

/** Redelivery of all deliveries that were given up in a period. */
export function RedeliverFailed({ channelId }: { channelId: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const [hours, setHours] = useState("24");
  const utils = trpc.useUtils();
  const redeliver = trpc.adminCallbacks.redeliverFailed.useMutation();
  async function confirm() {
    const since = new Date(Date.now() - Number(hours) * HOUR_MS).toISOString();
    try {
      const { count } = await redeliver.mutateAsync({ channelId, since });
      notifications.show({ message: `${formatCount(count, "delivery", "deliveries")} queued` });
      setIsOpen(false);
    } catch (error) {
      notifyProblem(error);
    }
    await utils.adminCallbacks.invalidate();
  }
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setIsOpen(true)}>
        Redeliver failed
      </Button>
      <Dialog isOpen={isOpen} onClose={() => setIsOpen(false)} title="Redeliver failed">
        <div className={formClasses.form}>
          <NativeSelect
            label="Period"
            data={PERIODS}
            value={hours}
            onChange={(event) => setHours(event.currentTarget.value)}
          />
          <div className={formClasses.buttons}>
            <Button variant="default" onClick={() => setIsOpen(false)}>
              Cancel
            </Button>
            <Button onClick={confirm} loading={redeliver.isPending}>
              Redeliver
            </Button>
          </div>
        </div>
      </Dialog>
    </>
  );
}
