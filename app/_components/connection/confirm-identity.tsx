"use client";

import { Button, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { IconFingerprint } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { PasswordField } from "@/app/_components/forms/fields.tsx";
import { FormButtons } from "@/app/_components/forms/form-buttons.tsx";
import { askPasskey } from "@/app/_components/sign-in/passkey.ts";
import { type RouterOutputs, trpc } from "@/app/_trpc/client.tsx";
import { readProblem } from "@/app/_trpc/problem.ts";
import { checkedSubmit } from "../forms/checked-submit";
import formClasses from "../forms/form.module.css";
import { FormProblem } from "../forms/form-problem.tsx";
import classes from "./sign-in-again.module.css";

type Ways = RouterOutputs["secondFactors"]["startReauthentication"];
type Field = "password" | "code";
type ConfirmIdentityProps = { onConfirmed: () => void; onCancel: () => void };

/** Form with which the user confirms who they are: password, authentication code or passkey. */
export function ConfirmIdentity({ onConfirmed, onCancel }: ConfirmIdentityProps) {
  const start = trpc.secondFactors.startReauthentication.useMutation();
  const confirm = trpc.secondFactors.reauthenticate.useMutation();
  const { mutate } = start;
  useEffect(() => mutate(), [mutate]);
  const ways = start.data;
  if (!ways) {
    return <p className={classes.text}>{start.error ? readProblem(start.error).message : "Loading…"}</p>;
  }

  async function submitPasskey({ passkey }: Ways) {
    const answer = passkey && (await askPasskey(passkey).catch(() => null));
    if (!answer) return;
    await confirm.mutateAsync({ passkey: JSON.parse(answer) }).then(onConfirmed, () => mutate());
  }

  return (
    <div className={formClasses.form}>
      <p className={classes.text}>
        This action needs a recent sign-in. Your confirmation is valid for 10 minutes.
      </p>
      {ways.passkey && (
        <Button
          variant="default"
          leftSection={<IconFingerprint size={18} />}
          loading={confirm.isPending}
          onClick={() => submitPasskey(ways)}
        >
          Use a passkey
        </Button>
      )}
      <ProofForm
        ways={ways}
        error={confirm.error}
        isPending={confirm.isPending}
        onSubmit={async (field, value) => {
          await confirm.mutateAsync(field === "password" ? { password: value } : { code: value });
          onConfirmed();
        }}
        onCancel={onCancel}
      />
    </div>
  );
}

type ProofFormProps = {
  ways: Ways;
  error: unknown;
  isPending: boolean;
  onSubmit: (field: Field, value: string) => Promise<void>;
  onCancel: () => void;
};

function ProofForm({ ways, error, isPending, onSubmit, onCancel }: ProofFormProps) {
  const [field, setField] = useState<Field>(ways.hasPassword ? "password" : "code");
  const form = useForm({ initialValues: { password: "", code: "" } });
  if (!ways.hasPassword && !ways.hasTotp) {
    return ways.passkey ? null : <p>Sign out, sign in with your provider again, and repeat the action.</p>;
  }
  return (
    <form
      className={formClasses.form}
      onSubmit={checkedSubmit(form, (values) => onSubmit(field, values[field]))}
      noValidate
    >
      <FormProblem error={error} fields={["password", "code"]} />
      {field === "password" ? (
        <PasswordField
          key="password"
          data-autofocus
          label="Password"
          required
          withAsterisk={false}
          autoComplete="current-password"
          {...form.getInputProps("password")}
        />
      ) : (
        <TextInput
          key="code"
          data-autofocus
          label="Authentication code"
          required
          withAsterisk={false}
          autoComplete="one-time-code"
          inputMode="numeric"
          {...form.getInputProps("code")}
        />
      )}
      {ways.hasPassword && ways.hasTotp && (
        <div>
          <Button
            variant="subtle"
            size="compact-sm"
            onClick={() => setField(field === "password" ? "code" : "password")}
          >
            {field === "password" ? "Use an authentication code" : "Use your password"}
          </Button>
        </div>
      )}
      <FormButtons submit="Confirm" isPending={isPending} onCancel={onCancel} />
    </form>
  );
}
