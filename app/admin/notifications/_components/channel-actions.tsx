"use client";

import { Button } from "@mantine/core";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { deliveryPath } from "@/app/_paths/admin.ts";
import { trpc } from "@/app/_trpc/client.tsx";
import { notifyProblem } from "@/app/_trpc/notify.ts";
import { preloadOnIntent } from "@/app/_ui/actions/button.tsx";
import { ConfirmDialog, Dialog } from "@/app/_ui/actions/dialog.tsx";
import { onDemand } from "@/app/_ui/actions/on-demand.tsx";
import { SecretDisplay } from "./secret-display";

const load = () => import("./channel-form").then((module) => module.ChannelForm);
const ChannelForm = onDemand(load);

/** Actions on a channel: test, edit, rotate, pause, resume. */
export function ChannelActions({ channelId }: { channelId: string }) {
  const [channel] = trpc.adminCallbacks.get.useSuspenseQuery({ channelId });
  const { push, refresh } = useRouter();
  const utils = trpc.useUtils();
  const [dialog, setDialog] = useState<"edit" | "rotate" | "pause" | null>(null);
  const [secret, setSecret] = useState<string>();
  const test = trpc.adminCallbacks.test.useMutation();
  const update = trpc.adminCallbacks.update.useMutation();
  const rotate = trpc.adminCallbacks.rotateSecret.useMutation();
  const pause = trpc.adminCallbacks.pause.useMutation();
  const resume = trpc.adminCallbacks.resume.useMutation();
  const isClosed = channel.state === "PAUSED" || channel.state === "DISABLED";
  const close = () => setDialog(null);
  const readAgain = () => utils.adminCallbacks.invalidate();

  async function perform<T>(run: () => Promise<T>): Promise<T | undefined> {
    try {
      return await run();
    } catch (error) {
      notifyProblem(error);
      return undefined;
    } finally {
      void readAgain();
    }
  }

  return (
    <>
      <Button
        loading={test.isPending}
        onClick={async () => {
          const sent = await perform(() => test.mutateAsync({ channelId }));
          if (sent) push(deliveryPath(sent.deliveryId));
        }}
      >
        Send test
      </Button>
      <Button variant="default" {...preloadOnIntent(load)} onClick={() => setDialog("edit")}>
        Edit
      </Button>
      <Button variant="default" onClick={() => setDialog("rotate")}>
        Rotate secret
      </Button>
      {isClosed ? (
        <Button
          variant="default"
          loading={resume.isPending}
          onClick={() => perform(() => resume.mutateAsync({ channelId }))}
        >
          Resume
        </Button>
      ) : (
        <Button variant="default" onClick={() => setDialog("pause")}>
          Pause
        </Button>
      )}
      <Dialog isOpen={dialog === "edit"} onClose={close} title="Edit endpoint" size={600}>
        <ChannelForm
          initial={{ ...channel, tenantId: channel.tenant?.id ?? null }}
          isNew={false}
          submitLabel="Save"
          onSubmit={async ({ signing: _, ...values }) => {
            await update.mutateAsync({ channelId, ...values });
            await readAgain();
            refresh();
            close();
          }}
          onCancel={close}
          error={update.error}
          isBusy={update.isPending}
        />
      </Dialog>
      <ConfirmDialog
        isOpen={dialog === "rotate"}
        onClose={close}
        title={`Rotate secret for ${channel.name}?`}
        effects={["Requests are signed with both secrets for 24 hours", "Then the old secret stops working"]}
        confirmLabel="Rotate secret"
        onConfirm={async () => {
          const made = await rotate.mutateAsync({ channelId });
          void readAgain();
          setSecret(made.secret);
        }}
      >
        Update the receiver within 24 hours.
      </ConfirmDialog>
      <Dialog
        isOpen={secret !== undefined && dialog === null}
        onClose={() => setSecret(undefined)}
        title="Copy secret"
        size={600}
        isLocked
      >
        <SecretDisplay secret={secret ?? ""} onDone={() => setSecret(undefined)} />
      </Dialog>
      <ConfirmDialog
        isOpen={dialog === "pause"}
        onClose={close}
        title={`Pause ${channel.name}?`}
        effects={["Pending and new deliveries are put on hold", "Nothing is sent until you resume"]}
        confirmLabel="Pause"
        onConfirm={async () => {
          await pause.mutateAsync({ channelId });
          await readAgain();
        }}
      >
        No deliveries are lost.
      </ConfirmDialog>
    </>
  );
}
