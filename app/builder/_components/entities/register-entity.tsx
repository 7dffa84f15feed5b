"use client";

import { IconPlus } from "@tabler/icons-react";
import dynamic from "next/dynamic";
import { useEffect } from "react";
import { PlainButton } from "../../../_ui/actions/button";
import { Dialog } from "../../../_ui/actions/dialog";
import { createDisclosure } from "../../../_ui/actions/disclosure";

const load = () => import("./register-form").then((module) => module.RegisterForm);
const RegisterForm = dynamic(load, { ssr: false });

const registration = createDisclosure();

export function RegisterButton({ isTheme }: { isTheme: boolean }) {
  return (
    <PlainButton variant="filled" preload={load} onClick={registration.open}>
      <IconPlus size={16} stroke={2} aria-hidden="true" />
      {isTheme ? "New theme" : "New plugin"}
    </PlainButton>
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
