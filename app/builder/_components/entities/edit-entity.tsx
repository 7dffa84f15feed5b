"use client";

import dynamic from "next/dynamic";
import { useState } from "react";
import { Dialog } from "../../../_ui/actions/dialog";
import { PlainButton } from "../../../_ui/actions/plain-button";
import type { EditableEntity } from "./edit-entity-form";

const load = () => import("./edit-entity-form").then((module) => module.EditForm);
const EditForm = dynamic(load, { ssr: false });

export function EditEntityButton({ tenant, entity }: { tenant: string; entity: EditableEntity }) {
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  return (
    <>
      <PlainButton prepare={load} onClick={() => setIsOpen(true)}>
        Edit
      </PlainButton>
      <Dialog isOpen={isOpen} onClose={close} title={`Edit ${entity.name}`}>
        <EditForm tenant={tenant} entity={entity} onDone={close} />
      </Dialog>
    </>
  );
}
