"use client";

import { Button } from "@mantine/core";
import { useState } from "react";
import { Dialog } from "@/app/_ui/actions/dialog.tsx";
import { onDemand } from "@/app/_ui/actions/on-demand.tsx";

const DeleteAccountForm = onDemand(() =>
  import("./delete-account-form").then((module) => module.DeleteAccountForm),
);

export function DeleteAccount({ hasPassword }: { hasPassword: boolean }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button variant="default" onClick={() => setIsOpen(true)}>
        Delete account
      </Button>
      <Dialog isOpen={isOpen} onClose={() => setIsOpen(false)} title="Delete your account?" size={480}>
        <DeleteAccountForm hasPassword={hasPassword} onCancel={() => setIsOpen(false)} />
      </Dialog>
    </>
  );
}
