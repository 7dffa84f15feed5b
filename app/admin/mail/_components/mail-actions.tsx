"use client";

import { Button } from "@mantine/core";
import { useRouter } from "next/navigation";
import { type RouterOutputs, trpc } from "@/app/_trpc/client.tsx";
import { notifyOutcome } from "@/app/_trpc/notify.ts";

/** Buttons that queue a failed mail again, and dismiss it. */
export function MailActions({ mail }: { mail: RouterOutputs["adminMails"]["get"] }) {
  const { id: mailId, canSendAgain, canDismiss } = mail;
  const router = useRouter();
  const send = trpc.adminMails.sendAgain.useMutation();
  const dismiss = trpc.adminMails.dismiss.useMutation();
  async function run({ mutateAsync }: typeof send | typeof dismiss, message: string) {
    await notifyOutcome(mutateAsync({ mailId }), () => message);
    router.refresh();
  }
  return (
    <>
      {canDismiss && (
        <Button
          variant="default"
          loading={dismiss.isPending}
          onClick={() => void run(dismiss, "Email dismissed")}
        >
          Dismiss
        </Button>
      )}
      {canSendAgain && (
        <Button loading={send.isPending} onClick={() => void run(send, "Email queued")}>
          Resend
        </Button>
      )}
    </>
  );
}
