"use client";

import dynamic from "next/dynamic";
import { useState } from "react";
import { PlainButton } from "../../../_ui/actions/button";
import { Dialog } from "../../../_ui/actions/dialog";
import type { EditableEntity } from "./edit-form";

const load = () => import("./edit-form").then((module) => module.EditForm);
const EditForm = dynamic(load, { ssr: false });

export function EditEntityButton({ tenant, entity }: { tenant: string; entity: EditableEntity }) {
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  return (
    <>
      <PlainButton preload={load} onClick={() => setIsOpen(true)}>
        Edit
      </PlainButton>
      <Dialog isOpen={isOpen} onClose={close} title={`Edit ${entity.name}`}>
        <EditForm tenant={tenant} entity={entity} onDone={close} />
      </Dialog>
    </>
  );
}
