"use client";

import { Button } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useRouter } from "next/navigation";
import { type RouterOutputs, trpc } from "@/app/_trpc/client.tsx";
import { readProblem } from "@/app/_trpc/problem.ts";

/** Buttons that queue a failed mail again, and dismiss it. */
export function MailActions({ mail }: { mail: RouterOutputs["adminMails"]["get"] }) {
  const { id: mailId, canSendAgain, canDismiss } = mail;
  const router = useRouter();
  const send = trpc.adminMails.sendAgain.useMutation();
  const dismiss = trpc.adminMails.dismiss.useMutation();
  async function run({ mutateAsync }: typeof send | typeof dismiss, message: string) {
    try {
      await mutateAsync({ mailId });
      notifications.show({ message });
    } catch (error) {
      notifications.show({ color: "red", message: readProblem(error).message });
    }
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
