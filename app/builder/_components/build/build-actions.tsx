"use client";

import { Button } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { IconPlayerStop, IconRefresh } from "@tabler/icons-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { trpc } from "../../../_trpc/client";
import { readProblem } from "../../../_trpc/problem";
import { ConfirmDialog } from "../../../_ui/actions/dialog";
import { useShortcuts } from "../../../_ui/keyboard/shortcuts";
import { buildPath } from "../paths";
import type { BuildDetail } from "./build-view";

type BuildActionsProps = { tenant: string; build: BuildDetail; app: { id: string; name: string } };

/** Cancel while it lasts, try again once it has failed. */
export function BuildActions({ tenant, build, app }: BuildActionsProps) {
  const router = useRouter();
  const utils = trpc.useUtils();
  const [isCancelling, setIsCancelling] = useState(false);
  const cancel = trpc.builds.cancel.useMutation();
  const retry = trpc.builds.retry.useMutation({
    onSuccess: (next) => router.push(buildPath(tenant, { id: next.id, app })),
    onError: (error) => notifications.show({ color: "red", message: readProblem(error).message }),
  });
  const mayCancel = build.finishedAt === null;
  const mayRetry =
    build.status === "FAILED" &&
    build.retries.every(({ status }) => status === "COMPLETED" || status === "FAILED");
  const tryAgain = () => mayRetry && !retry.isPending && retry.mutate({ tenant, buildId: build.id });

  useShortcuts("This build", [
    ...(mayCancel ? [{ keys: "c", label: "Cancel", run: () => setIsCancelling(true) }] : []),
    ...(mayRetry ? [{ keys: "r", label: "Try again", run: tryAgain }] : []),
  ]);

  async function confirm() {
    try {
      await cancel.mutateAsync({ tenant, buildId: build.id });
    } catch (error) {
      throw new Error(readProblem(error).message);
    } finally {
      await utils.builds.get.invalidate({ tenant, buildId: build.id });
    }
  }

  return (
    <>
      {mayCancel && (
        <Button
          variant="default"
          leftSection={<IconPlayerStop size={16} stroke={1.75} />}
          onClick={() => setIsCancelling(true)}
        >
          Cancel build
        </Button>
      )}
      {mayRetry && (
        <Button
          leftSection={<IconRefresh size={16} stroke={1.75} />}
          loading={retry.isPending || retry.isSuccess}
          onClick={tryAgain}
        >
          Try again
        </Button>
      )}
      <ConfirmDialog
        isOpen={isCancelling}
        onClose={() => setIsCancelling(false)}
        title={`Cancel build #${build.number}?`}
        effects={[
          "It ends as failed, with the reason “cancelled”",
          ...(build.workerId ? [`${build.workerId} stops at its next sign of life`] : []),
        ]}
        phrase={String(build.number)}
        confirmLabel="Cancel the build"
        cancelLabel="Keep building"
        onConfirm={confirm}
      >
        A build of {app.name} that was cancelled can be tried again.
      </ConfirmDialog>
    </>
  );
}
