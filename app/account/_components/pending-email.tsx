"use client";

import { Button } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useRouter } from "next/navigation";
import { trpc } from "@/app/_trpc/client.tsx";
import { readProblem } from "@/app/_trpc/problem.ts";
import classes from "./account.module.css";

/** New address that waits for its link. */
export function PendingEmail({ email }: { email: string }) {
  const router = useRouter();
  const cancel = trpc.settings.cancelEmailChange.useMutation({
    onSuccess: () => router.refresh(),
    onError: (error) => notifications.show({ color: "red", message: readProblem(error).message }),
  });
  return (
    <div className={classes.pending}>
      <p>Check your email: open the link we sent to {email}.</p>
      <Button variant="default" size="xs" loading={cancel.isPending} onClick={() => cancel.mutate()}>
        Cancel change
      </Button>
    </div>
  );
}
