"use client";

import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import formClasses from "@/app/_components/forms/form.module.css";
import { PlainButton } from "@/app/_ui/actions/button.tsx";
import { CopyableCode } from "@/app/_ui/actions/copyable-code.tsx";
import { Dialog } from "@/app/_ui/actions/dialog.tsx";
import { createDisclosure } from "@/app/_ui/actions/disclosure.ts";
import { onDemand } from "@/app/_ui/actions/on-demand.tsx";
import { useOrigin } from "@/app/_ui/data/clock.tsx";
import { Callout } from "@/app/_ui/feedback/callout.tsx";
import type { NewInvitation } from "./invite-form";

const load = () => import("./invite-form").then((module) => module.InviteForm);
const InviteForm = onDemand(load);

const invite = createDisclosure();

export function InviteButton() {
  return (
    <PlainButton variant="filled" preload={load} onClick={invite.open}>
      <IconPlus size={16} stroke={2} aria-hidden="true" />
      Invite member
    </PlainButton>
  );
}

/** Dialog that `InviteButton` opens: the form, then the link, which is shown once. */
export function InviteDialog({ tenant }: { tenant: string }) {
  const { isOpen } = invite.useState();
  const [invitation, setInvitation] = useState<NewInvitation>();
  useEffect(() => invite.close, []);
  return (
    <Dialog
      isOpen={isOpen}
      onClose={invite.close}
      onClosed={() => setInvitation(undefined)}
      title={
        invitation ? (invitation.isMailed ? "Invitation sent" : "Copy invitation link") : "Invite member"
      }
      size={480}
      isLocked={invitation !== undefined}
    >
      {invitation ? (
        <ShownLink invitation={invitation} />
      ) : (
        <InviteForm tenant={tenant} onCreated={setInvitation} onCancel={invite.close} />
      )}
    </Dialog>
  );
}

function ShownLink({ invitation: { secret, email, isMailed } }: { invitation: NewInvitation }) {
  const origin = useOrigin();
  return (
    <div className={formClasses.form}>
      {isMailed && <p role="status">We sent an invitation to {email}. You can also share this link.</p>}
      <Callout role={isMailed ? "note" : "status"} isInset>
        <p>This link is shown once and works once, for {email} only.</p>
      </Callout>
      <CopyableCode code={`${origin}/invite/${secret}`} label="Link" />
      <div className={formClasses.buttons}>
        <Button onClick={invite.close}>Done</Button>
      </div>
    </div>
  );
}
