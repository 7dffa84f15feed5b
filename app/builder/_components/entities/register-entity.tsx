"use client";

import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import dynamic from "next/dynamic";
import { useEffect } from "react";
import { Dialog } from "../../../_ui/actions/dialog";
import { createOpener } from "../../../_ui/keyboard/opener";

const RegisterForm = dynamic(() => import("./register-form").then((module) => module.RegisterForm), {
  ssr: false,
});

const registration = createOpener();

export function RegisterButton({ isTheme }: { isTheme: boolean }) {
  return (
    <Button leftSection={<IconPlus size={16} stroke={2} />} onClick={registration.open}>
      {isTheme ? "New theme" : "New plugin"}
    </Button>
  );
}

/** Once on the page, whatever its list shows; the form and its rules arrive when it is opened. */
export function RegisterDialog({ tenant, isTheme }: { tenant: string; isTheme: boolean }) {
  const { isOpen } = registration.useState();
  useEffect(() => registration.close, []);
  return (
    <Dialog isOpen={isOpen} onClose={registration.close} title={isTheme ? "New theme" : "New plugin"}>
      <RegisterForm tenant={tenant} isTheme={isTheme} onDone={registration.close} />
    </Dialog>
  );
}
