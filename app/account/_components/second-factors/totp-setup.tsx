"use client";

import { TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useEffect } from "react";
import { checkedSubmit } from "@/app/_components/forms/checked-submit.ts";
import { CurrentPasswordField } from "@/app/_components/forms/fields.tsx";
import formClasses from "@/app/_components/forms/form.module.css";
import { FormButtons } from "@/app/_components/forms/form-buttons.tsx";
import { FormProblem } from "@/app/_components/forms/form-problem.tsx";
import { trpc } from "@/app/_trpc/client.tsx";
import { CopyableCode } from "@/app/_ui/actions/copyable-code.tsx";
import { QrCode } from "@/app/_ui/data/qr-code.tsx";
import classes from "./second-factors.module.css";

type TotpSetupProps = {
  hasPassword: boolean;
  /** With new recovery codes, unless the account has some. */
  onDone: (codes: string[] | null) => void;
  onCancel: () => void;
};

/** Setup of an authenticator app: scan, then confirm by a code and the password. */
export function TotpSetup({ hasPassword, onDone, onCancel }: TotpSetupProps) {
  const start = trpc.secondFactors.startTotp.useMutation();
  const confirm = trpc.secondFactors.confirmTotp.useMutation();
  const form = useForm({ initialValues: { code: "", password: "" } });
  const { mutate } = start;
  useEffect(() => mutate(), [mutate]);

  async function submit({ code, password }: typeof form.values) {
    onDone(await confirm.mutateAsync({ code, ...(hasPassword && { password }) }));
  }

  return (
    <form className={formClasses.form} onSubmit={checkedSubmit(form, submit)} noValidate>
      <FormProblem error={start.error ?? confirm.error} fields={["code", "password"]} />
      <p>Scan the code with an authenticator app, such as 1Password, Google Authenticator or Aegis.</p>
      <div className={classes.setup} aria-busy={!start.data}>
        {start.data && <QrCode text={start.data.uri} label="QR code for the authenticator app" />}
        <div className={classes.key}>
          <p className={classes.detail}>Can’t scan it? Enter this key:</p>
          {start.data && <CopyableCode code={start.data.secret} label="Key" />}
        </div>
      </div>
      <TextInput
        data-autofocus
        label="Code"
        description="The 6-digit code from the app."
        required
        withAsterisk={false}
        inputMode="numeric"
        autoComplete="one-time-code"
        {...form.getInputProps("code")}
      />
      {hasPassword && <CurrentPasswordField {...form.getInputProps("password")} />}
      <FormButtons submit="Turn on" isPending={confirm.isPending} onCancel={onCancel} />
    </form>
  );
}
