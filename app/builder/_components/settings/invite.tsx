"use client";

import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import dynamic from "next/dynamic";
import { useEffect, useState } from "react";
import { PlainButton } from "../../../_ui/actions/button";
import { CopyableCode } from "../../../_ui/actions/copyable-code";
import { Dialog } from "../../../_ui/actions/dialog";
import { createDisclosure } from "../../../_ui/actions/disclosure";
import formClasses from "../form.module.css";
import tokenClasses from "../tokens/tokens.module.css";
import { useOrigin } from "../use-origin";

const load = () => import("./invite-form").then((module) => module.InviteForm);
const InviteForm = dynamic(load, { ssr: false });

const invite = createDisclosure();

export function InviteButton() {
  return (
    <PlainButton variant="filled" preload={load} onClick={invite.open}>
      <IconPlus size={16} stroke={2} aria-hidden="true" />
      Invite somebody
    </PlainButton>
  );
}

/** The form, and then the link, which is seen here and never again. */
export function InviteDialog({ tenant }: { tenant: string }) {
  const { isOpen } = invite.useState();
  const [secret, setSecret] = useState<string>();
  useEffect(() => invite.close, []);
  return (
    <Dialog
      isOpen={isOpen}
      onClose={invite.close}
      onClosed={() => setSecret(undefined)}
      title={secret ? "Copy the link" : "Invite somebody"}
      size={480}
      isLocked={secret !== undefined}
    >
      {secret ? (
        <ShownLink secret={secret} />
      ) : (
        <InviteForm tenant={tenant} onCreated={setSecret} onCancel={invite.close} />
      )}
    </Dialog>
  );
}

function ShownLink({ secret }: { secret: string }) {
  const origin = useOrigin();
  return (
    <div className={formClasses.form}>
      <p className={tokenClasses.once} role="status">
        This is the only time the link is shown. Whoever has it can join, once.
      </p>
      <CopyableCode code={`${origin}/invite/${secret}`} label="Link" />
      <div className={formClasses.buttons}>
        <Button onClick={invite.close}>I have copied it</Button>
      </div>
    </div>
  );
}
