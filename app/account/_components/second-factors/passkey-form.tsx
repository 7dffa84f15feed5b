"use client";

import { TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useState } from "react";
import { checkedSubmit } from "@/app/_components/forms/checked-submit.ts";
import formClasses from "@/app/_components/forms/form.module.css";
import { FormButtons } from "@/app/_components/forms/form-buttons.tsx";
import { FormProblem } from "@/app/_components/forms/form-problem.tsx";
import { trpc } from "@/app/_trpc/client.tsx";
import { MAX_NAME_LENGTH } from "@/shared/bounds.ts";

type PasskeyFormProps = { onDone: (codes: string[] | null) => void; onCancel: () => void };

/** Creation of a passkey by the browser, with a name to recognize it. */
export function PasskeyForm({ onDone, onCancel }: PasskeyFormProps) {
  const start = trpc.secondFactors.startPasskey.useMutation();
  const add = trpc.secondFactors.addPasskey.useMutation();
  const [isCanceled, setIsCanceled] = useState(false);
  const form = useForm({ initialValues: { name: "" } });

  async function submit({ name }: typeof form.values) {
    setIsCanceled(false);
    const optionsJSON = await start.mutateAsync();
    const { startRegistration } = await import("@simplewebauthn/browser");
    const answer = await startRegistration({ optionsJSON }).catch(() => null);
    if (!answer) return setIsCanceled(true);
    const { transports = [] } = answer.response;
    onDone(
      await add.mutateAsync({ name, answer: { ...answer, response: { ...answer.response, transports } } }),
    );
  }

  return (
    <form className={formClasses.form} onSubmit={checkedSubmit(form, submit)} noValidate>
      <FormProblem error={start.error ?? add.error} fields={["name"]} />
      {isCanceled && (
        <p role="alert" className={formClasses.problem}>
          No passkey was created. This device may already have one.
        </p>
      )}
      <TextInput
        data-autofocus
        label="Name"
        description="Where it is stored, such as MacBook or Security key."
        required
        withAsterisk={false}
        maxLength={MAX_NAME_LENGTH}
        autoComplete="off"
        {...form.getInputProps("name")}
      />
      <FormButtons submit="Continue" isPending={start.isPending || add.isPending} onCancel={onCancel} />
    </form>
  );
}

type RenamePasskeyFormProps = { passkey: { id: string; name: string }; onDone: () => void };

export function RenamePasskeyForm({ passkey, onDone }: RenamePasskeyFormProps) {
  const rename = trpc.secondFactors.renamePasskey.useMutation();
  const form = useForm({ initialValues: { name: passkey.name } });

  async function submit({ name }: typeof form.values) {
    await rename.mutateAsync({ passkeyId: passkey.id, name });
    onDone();
  }

  return (
    <form className={formClasses.form} onSubmit={checkedSubmit(form, submit)} noValidate>
      <FormProblem error={rename.error} fields={["name"]} />
      <TextInput
        data-autofocus
        label="Name"
        required
        withAsterisk={false}
        maxLength={MAX_NAME_LENGTH}
        autoComplete="off"
        {...form.getInputProps("name")}
      />
      <FormButtons submit="Rename" isPending={rename.isPending} onCancel={onDone} />
    </form>
  );
}
