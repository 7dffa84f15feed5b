"use client";

import { Button } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useRouter } from "next/navigation";
import { trpc } from "../../../_trpc/client";
import { readProblem } from "../../../_trpc/problem";

/** Queues a failed mail again. */
export function SendAgain({ mailId }: { mailId: string }) {
  const router = useRouter();
  const send = trpc.adminMail.sendAgain.useMutation();
  async function sendAgain() {
    try {
      await send.mutateAsync({ mailId });
      notifications.show({ message: "Email queued" });
    } catch (error) {
      notifications.show({ color: "red", message: readProblem(error).message });
    }
    router.refresh();
  }
  return (
    <Button loading={send.isPending} onClick={() => void sendAgain()}>
      Send again
    </Button>
  );
}
