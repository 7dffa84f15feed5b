"use client";

import { IconPlus } from "@tabler/icons-react";
import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { channelPath } from "@/app/_paths/admin.ts";
import { trpc } from "@/app/_trpc/client.tsx";
import { PlainButton } from "@/app/_ui/actions/button.tsx";
import { Dialog } from "@/app/_ui/actions/dialog.tsx";
import { createDisclosure } from "@/app/_ui/actions/disclosure.ts";
import { onDemand } from "@/app/_ui/actions/on-demand.tsx";
import { SecretDisplay } from "./secret-display";

const load = () => import("./channel-form").then((module) => module.ChannelForm);
const ChannelForm = onDemand(load);

const newChannel = createDisclosure();

export function NewChannelButton() {
  return (
    <PlainButton variant="filled" preload={load} onClick={newChannel.open}>
      <IconPlus size={16} stroke={2} aria-hidden="true" />
      New endpoint
    </PlainButton>
  );
}

/** Dialog of a new channel: the form, then its secret, which is shown once. */
export function NewChannelDialog() {
  const { isOpen } = newChannel.useState();
  const [made, setMade] = useState<{ channelId: string; secret: string }>();
  const create = trpc.adminCallbacks.create.useMutation();
  const utils = trpc.useUtils();
  const { push } = useRouter();
  useEffect(() => newChannel.close, []);
  return (
    <Dialog
      isOpen={isOpen}
      onClose={newChannel.close}
      onClosed={() => setMade(undefined)}
      title={made ? "Copy secret" : "New endpoint"}
      size={600}
      isLocked={made !== undefined}
    >
      {made ? (
        <SecretDisplay
          secret={made.secret}
          onDone={() => {
            newChannel.close();
            push(channelPath(made.channelId));
          }}
        />
      ) : (
        <ChannelForm
          initial={{ name: "", url: "", eventTypes: null, tenantId: null, signing: "HMAC" }}
          isNew
          submitLabel="Create endpoint"
          onSubmit={async (values) => {
            setMade(await create.mutateAsync(values));
            void utils.adminCallbacks.list.invalidate();
          }}
          onCancel={newChannel.close}
          error={create.error}
          isBusy={create.isPending}
        />
      )}
    </Dialog>
  );
}
