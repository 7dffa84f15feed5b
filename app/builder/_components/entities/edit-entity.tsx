"use client";

import { Button } from "@mantine/core";
import dynamic from "next/dynamic";
import { useState } from "react";
import { Dialog } from "../../../_ui/actions/dialog";
import type { EditableEntity } from "./edit-form";

const EditForm = dynamic(() => import("./edit-form").then((module) => module.EditForm), { ssr: false });

export function EditEntityButton({ tenant, entity }: { tenant: string; entity: EditableEntity }) {
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  return (
    <>
      <Button variant="default" onClick={() => setIsOpen(true)}>
        Edit
      </Button>
      <Dialog isOpen={isOpen} onClose={close} title={`Edit ${entity.name}`}>
        <EditForm tenant={tenant} entity={entity} onDone={close} />
      </Dialog>
    </>
  );
}
