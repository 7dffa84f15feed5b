"use client";

import { Button, TextInput } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useState } from "react";
import { trpc } from "../../../_trpc/client";
import { readProblem } from "../../../_trpc/problem";
import { ConfirmDialog } from "../../../_ui/actions/dialog";
import type { ListedBuild } from "./build-columns";

/** What a Super Admin may do by hand: end a build that no longer moves, or have a failed one tried again. */
export function BuildActs({ build }: { build: ListedBuild }) {
  const utils = trpc.useUtils();
  const [act, setAct] = useState<"fail" | "retry">();
  const [reason, setReason] = useState("");
  const retry = trpc.adminBuilds.retry.useMutation();
  const fail = trpc.adminBuilds.fail.useMutation();
  const name = `${build.app.name} #${build.number}`;
  if (build.status === "COMPLETED") return null;
  const isFailed = build.status === "FAILED";

  async function confirm() {
    try {
      if (act === "retry") {
        const next = await retry.mutateAsync({ buildId: build.id });
        notifications.show({ message: `${build.app.name} #${next.number} is queued in its place.` });
      } else {
        await fail.mutateAsync({ buildId: build.id, reason });
        notifications.show({ message: `${name} is failed.` });
      }
    } catch (error) {
      const problem = readProblem(error);
      throw new Error(problem.fields[0] ? `The reason ${problem.fields[0].message}.` : problem.message);
    }
    await utils.adminBuilds.list.invalidate();
  }

  return (
    <>
      <Button
        variant="default"
        size="xs"
        aria-label={`${isFailed ? "Retry" : "Fail"} ${name}`}
        onClick={() => setAct(isFailed ? "retry" : "fail")}
      >
        {isFailed ? "Retry" : "Fail"}
      </Button>
      <ConfirmDialog
        isOpen={act !== undefined}
        onClose={() => setAct(undefined)}
        title={act === "retry" ? `Try ${name} again?` : `Fail ${name} by hand?`}
        effects={
          act === "retry"
            ? ["A build of the same source is queued, linked to this one"]
            : [
                "The build ends as failed, now and for good",
                "Its publisher reads the reason in the error log",
              ]
        }
        phrase={String(build.number)}
        confirmLabel={act === "retry" ? "Retry build" : "Fail build"}
        onConfirm={confirm}
      >
        It belongs to {build.tenant.name}.
        {act === "fail" && (
          <TextInput
            mt="sm"
            label="Reason"
            required
            maxLength={200}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        )}
      </ConfirmDialog>
    </>
  );
}
