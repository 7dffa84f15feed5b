"use client";

import { Button, TextInput } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useState } from "react";
import { trpc } from "@/app/_trpc/client.tsx";
import { readProblem } from "@/app/_trpc/problem.ts";
import { ConfirmDialog } from "@/app/_ui/actions/dialog.tsx";
import { MAX_BUILD_NOTE_LENGTH } from "@/shared/bounds.ts";
import { isolate } from "@/shared/text/isolate.ts";
import type { ListedBuild } from "./build-columns";

type ActedBuild = Pick<ListedBuild, "id" | "number" | "status" | "app" | "tenant">;

/** Super Admin actions on a build: fail an unfinished one, retry a failed one. */
export function BuildActions({ build }: { build: ActedBuild }) {
  const utils = trpc.useUtils();
  const [action, setAction] = useState<"fail" | "retry">();
  const [reason, setReason] = useState("");
  const retry = trpc.adminBuilds.retry.useMutation();
  const fail = trpc.adminBuilds.fail.useMutation();
  const name = `${isolate(build.app.name)} #${build.number}`;
  if (build.status === "COMPLETED") return null;
  const isFailed = build.status === "FAILED";

  async function confirm() {
    try {
      if (action === "retry") {
        const next = await retry.mutateAsync({ buildId: build.id });
        notifications.show({ message: `${isolate(build.app.name)} #${next.number} queued` });
      } else {
        await fail.mutateAsync({ buildId: build.id, reason });
        notifications.show({ message: `${name} failed` });
      }
    } catch (error) {
      const problem = readProblem(error);
      throw new Error(problem.fields[0] ? `The reason ${problem.fields[0].message}.` : problem.message);
    }
    await utils.adminBuilds.invalidate();
  }

  return (
    <>
      <Button
        variant="default"
        size="xs"
        aria-label={`${isFailed ? "Retry" : "Fail"} ${name}`}
        onClick={() => setAction(isFailed ? "retry" : "fail")}
      >
        {isFailed ? "Retry" : "Fail"}
      </Button>
      <ConfirmDialog
        isOpen={action !== undefined}
        onClose={() => setAction(undefined)}
        title={action === "retry" ? `Retry ${name}?` : `Fail ${name}?`}
        effects={
          action === "retry"
            ? ["A linked build of the same source is queued"]
            : ["The build ends as failed. This can’t be undone", "The reason is shown in the error log"]
        }
        isDestructive={action === "fail"}
        isReady={action !== "fail" || reason.trim() !== ""}
        confirmLabel={action === "retry" ? "Retry build" : "Fail build"}
        onConfirm={confirm}
      >
        Workspace: {build.tenant.name}
        {action === "fail" && (
          <TextInput
            data-autofocus
            mt="sm"
            label="Reason"
            required
            maxLength={MAX_BUILD_NOTE_LENGTH}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        )}
      </ConfirmDialog>
    </>
  );
}
