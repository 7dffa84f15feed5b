"use client";

import { Button } from "@mantine/core";
import { IconPlayerStop, IconRefresh } from "@tabler/icons-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import type { BuildDetail } from "@/app/_components/builds/detail/build-layout.tsx";
import { buildPath } from "@/app/_paths/builder.ts";
import { trpc } from "@/app/_trpc/client.tsx";
import { notifyProblem } from "@/app/_trpc/notify.ts";
import { withProblemMessage } from "@/app/_trpc/problem.ts";
import { ConfirmDialog } from "@/app/_ui/actions/dialog.tsx";
import { useShortcuts } from "@/app/_ui/keyboard/shortcuts.ts";

type BuildActionsProps = { tenant: string; build: BuildDetail; app: { id: string; name: string } };

/** Cancels an unfinished build, retries a failed one. */
export function BuildActions({ tenant, build, app }: BuildActionsProps) {
  const router = useRouter();
  const utils = trpc.useUtils();
  const [isCancelOpen, setIsCancelOpen] = useState(false);
  const cancel = trpc.builds.cancel.useMutation();
  const retry = trpc.builds.retry.useMutation({
    onSuccess: (next) => router.push(buildPath(tenant, { id: next.id, app })),
    onError: notifyProblem,
  });
  const canCancel = build.finishedAt === null;
  const canRetry =
    build.status === "FAILED" &&
    build.retries.every(({ status }) => status === "COMPLETED" || status === "FAILED");
  const retryBuild = () => canRetry && !retry.isPending && retry.mutate({ tenant, buildId: build.id });

  useShortcuts("This build", [
    ...(canCancel ? [{ keys: "c", label: "Cancel", run: () => setIsCancelOpen(true) }] : []),
    ...(canRetry ? [{ keys: "r", label: "Retry", run: retryBuild }] : []),
  ]);

  async function confirm() {
    try {
      await withProblemMessage(cancel.mutateAsync({ tenant, buildId: build.id }));
    } finally {
      await utils.builds.get.invalidate({ tenant, buildId: build.id });
    }
  }

  return (
    <>
      {canCancel && (
        <Button
          variant="default"
          leftSection={<IconPlayerStop size={16} stroke={1.75} />}
          onClick={() => setIsCancelOpen(true)}
        >
          Cancel build
        </Button>
      )}
      {canRetry && (
        <Button
          leftSection={<IconRefresh size={16} stroke={1.75} />}
          loading={retry.isPending || retry.isSuccess}
          onClick={retryBuild}
        >
          {" "}
          Retry{" "}
        </Button>
      )}
      <ConfirmDialog
        isOpen={isCancelOpen}
        onClose={() => setIsCancelOpen(false)}
        title={`Cancel build #${build.number}?`}
        effects={[
          "The build ends with the status Failed",
          ...(build.workerId ? [`${build.workerId} stops within seconds`] : []),
        ]}
        isDestructive
        confirmLabel="Cancel build"
        cancelLabel="Keep building"
        onConfirm={confirm}
      >
        You can retry it later.
      </ConfirmDialog>
    </>
  );
}
