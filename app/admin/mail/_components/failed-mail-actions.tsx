"use client";

import { Button } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { trpc } from "@/app/_trpc/client.tsx";
import { withProblemMessage } from "@/app/_trpc/problem.ts";
import { ConfirmDialog } from "@/app/_ui/actions/dialog.tsx";
import { formatCount } from "@/app/_ui/format.ts";

type FailedMailActionsProps = {
  /** Recipient to which the list is limited; empty for all. */
  to: string;
  /** Creation of the newest listed email: later ones are not affected. */
  until: string;
};

/** Buttons that send all failed emails of a list again, and dismiss them. */
export function FailedMailActions(listed: FailedMailActionsProps) {
  const router = useRouter();
  const send = trpc.adminMails.sendFailedAgain.useMutation();
  const dismiss = trpc.adminMails.dismissFailed.useMutation();
  const [asked, setAsked] = useState<"send" | "dismiss">();
  const dialog = { onClose: () => setAsked(undefined) };
  async function run({ mutateAsync }: typeof send | typeof dismiss, done: string) {
    const count = await withProblemMessage(mutateAsync(listed));
    notifications.show({ message: `${formatCount(count, "email")} ${done}` });
    router.refresh();
  }
  return (
    <>
      <Button variant="default" onClick={() => setAsked("dismiss")}>
        Dismiss all
      </Button>
      <Button variant="default" onClick={() => setAsked("send")}>
        Resend all
      </Button>
      <ConfirmDialog
        {...dialog}
        isOpen={asked === "dismiss"}
        title={`Dismiss all failed emails${describeRecipient(listed)}?`}
        confirmLabel="Dismiss all"
        onConfirm={() => run(dismiss, "dismissed")}
      >
        They are no longer counted in the overview. You can still resend each one.
      </ConfirmDialog>
      <ConfirmDialog
        {...dialog}
        isOpen={asked === "send"}
        title={`Resend all failed emails${describeRecipient(listed)}?`}
        confirmLabel="Resend all"
        onConfirm={() => run(send, "queued")}
      >
        Emails with an expired link are skipped. Emails that the mail server accepted without confirmation may
        arrive twice.
      </ConfirmDialog>
    </>
  );
}

const describeRecipient = ({ to }: FailedMailActionsProps): string => (to === "" ? "" : ` to ${to}`);
