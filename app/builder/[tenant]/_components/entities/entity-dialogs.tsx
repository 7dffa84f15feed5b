"use client";

import { IconPlus } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { PlainButton } from "@/app/_ui/actions/button.tsx";
import { Dialog } from "@/app/_ui/actions/dialog.tsx";
import { createDisclosure } from "@/app/_ui/actions/disclosure.ts";
import { onDemand } from "@/app/_ui/actions/on-demand.tsx";
import type { EditableEntity } from "./entity-forms.tsx";

const loadRegisterForm = () => import("./entity-forms.tsx").then((module) => module.RegisterForm);
const RegisterForm = onDemand(loadRegisterForm);

const loadEditForm = () => import("./entity-forms.tsx").then((module) => module.EditForm);
const EditForm = onDemand(loadEditForm);

const registration = createDisclosure();

export function RegisterButton({ isTheme }: { isTheme: boolean }) {
  return (
    <PlainButton variant="filled" preload={loadRegisterForm} onClick={registration.open}>
      <IconPlus size={16} stroke={2} aria-hidden="true" />
      {isTheme ? "New theme" : "New plugin"}
    </PlainButton>
  );
}

/** Dialog that `RegisterButton` opens; the form is loaded on demand. */
export function RegisterDialog({ tenant, isTheme }: { tenant: string; isTheme: boolean }) {
  const { isOpen } = registration.useState();
  useEffect(() => registration.close, []);
  return (
    <Dialog isOpen={isOpen} onClose={registration.close} title={isTheme ? "New theme" : "New plugin"}>
      <RegisterForm tenant={tenant} isTheme={isTheme} onDone={registration.close} />
    </Dialog>
  );
}

export function EditEntityButton({ tenant, entity }: { tenant: string; entity: EditableEntity }) {
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  return (
    <>
      <PlainButton preload={loadEditForm} onClick={() => setIsOpen(true)}>
        Edit details
      </PlainButton>
      <Dialog isOpen={isOpen} onClose={close} title={`Edit ${entity.name}`}>
        <EditForm tenant={tenant} entity={entity} onDone={close} />
      </Dialog>
    </>
  );
}
