"use client";

import { useState } from "react";
import { PasswordField, useFields } from "@/app/_components/forms/fields.tsx";
import formClasses from "@/app/_components/forms/form.module.css";
import { FormProblem } from "@/app/_components/forms/form-problem.tsx";
import { SIGN_IN_PATH } from "@/app/_paths/account.ts";
import type { RouterOutputs } from "@/app/_trpc/client.tsx";
import { ButtonLink, PlainButton } from "@/app/_ui/actions/button.tsx";
import { RelativeTime } from "@/app/_ui/data/time.tsx";
import { formatCount } from "@/app/_ui/format.ts";

type Link = RouterOutputs["emailLinks"]["get"];
type Tokens = RouterOutputs["emailLinks"]["resetPassword"];
type Ends = ("tokens" | "passkeys" | "totp")[];

export function ResetPasswordForm({ token, link }: { token: string; link: Link }) {
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const [isUndecided, setIsUndecided] = useState(false);
  const [kept, setKept] = useState<Tokens | null>(null);
  const { form, field, onSubmit } = useFields(["password"]);

  const submit = onSubmit(async ({ password }) => {
    setIsBusy(true);
    setError(null);
    // Read here, like the fields: a choice before hydration counts.
    const chosen = form.current?.querySelectorAll<HTMLInputElement>("input[type=checkbox]:checked") ?? [];
    const ends = Array.from(chosen, ({ value }) => value) as Ends;
    const choice = form.current?.querySelector<HTMLInputElement>("input[name=account]:checked")?.value;
    if (link.unverified && !choice) {
      setIsBusy(false);
      setIsUndecided(true);
      form.current?.querySelector<HTMLInputElement>("input[name=account]")?.focus();
      return;
    }
    const keepsAccount = choice === "keep";
    try {
      const { plainClient } = await import("@/app/_trpc/plain-client.ts");
      setKept(await plainClient.emailLinks.resetPassword.mutate({ token, password, ends, keepsAccount }));
    } catch (refusal) {
      setError(refusal);
      throw refusal;
    } finally {
      setIsBusy(false);
    }
  });

  if (kept) {
    return (
      <div className={formClasses.form}>
        <div role="status">
          <p>Your password was changed.</p>
          {kept.length > 0 && <p>API tokens that keep working: {namesOf(kept)}.</p>}
        </div>
        <ButtonLink href={SIGN_IN_PATH} variant="filled" size="md">
          Sign in
        </ButtonLink>
      </div>
    );
  }
  return (
    <form ref={form} className={formClasses.form} onSubmit={submit} noValidate>
      <FormProblem error={error} fields={["password"]} />
      {/* Tells password managers which account it is. */}
      <input type="email" autoComplete="username" defaultValue={link.email} readOnly hidden />
      <PasswordField
        label="New password"
        description="At least 10 characters. Common passwords are not allowed."
        size="md"
        required
        withAsterisk={false}
        autoComplete="new-password"
        {...field("password")}
      />
      {link.unverified && (
        <AccountChoice
          {...link.unverified}
          error={isUndecided && "Choose what happens to the account."}
          onChoose={() => setIsUndecided(false)}
        />
      )}
      <AccessChoices {...link} />
      <PlainButton type="submit" variant="filled" size="md" isBusy={isBusy}>
        Change password
      </PlainButton>
    </form>
  );
}

type AccountChoiceProps = NonNullable<Link["unverified"]> & { error: string | false; onChoose: () => void };

/** Choice about an account whose address was never verified. Nothing is preselected: its creator may be another person. */
function AccountChoice({ createdAt, workspaces, error, onChoose }: AccountChoiceProps) {
  const names = workspaces.join(", ");
  return (
    <fieldset
      className={formClasses.group}
      onChange={onChoose}
      aria-describedby={error ? "choice" : undefined}
    >
      <legend className={formClasses.legend}>
        {names === "" ? (
          <>
            An account with this address was created <RelativeTime value={createdAt} />
          </>
        ) : (
          <>
            An account with this address created <bdi>{names}</bdi> <RelativeTime value={createdAt} />
          </>
        )}{" "}
        and was never verified
      </legend>
      <label className={formClasses.choice}>
        <input type="radio" name="account" value="keep" />
        <span>
          Keep it
          <span className={formClasses.hint}>
            {names === "" ? "The account" : <bdi>{names}</bdi>} stays as it is. Its sessions, API tokens,
            passkeys, second factors and invitations end, and members who joined by them leave.
          </span>
        </span>
      </label>
      <label className={formClasses.choice}>
        <input type="radio" name="account" value="fresh" />
        <span>
          Start fresh
          <span className={formClasses.hint}>
            You get a new, empty account. {names === "" ? "The earlier one" : <bdi>{names}</bdi>} is left
            behind
            {names === "" ? "" : " with the earlier account"}, which loses this email.
          </span>
        </span>
      </label>
      {error && (
        <p id="choice" role="alert" className={formClasses.problem}>
          {error}
        </p>
      )}
    </fieldset>
  );
}

/** Access to end with the reset, for a user whose account another person may have used. Nothing is preselected. */
function AccessChoices({ access, canEndFactors }: Pick<Link, "access" | "canEndFactors">) {
  if (!access) return null;
  const { tokens, passkeys, hasTotp } = access;
  const choices: { value: Ends[number]; label: string; names: string }[] = [];
  if (tokens.length > 0) {
    const label = `Revoke ${formatCount(tokens.length, "API token", "API tokens")}`;
    choices.push({ value: "tokens", label, names: namesOf(tokens) });
  }
  if (canEndFactors && passkeys.length > 0) {
    const label = `Remove ${formatCount(passkeys.length, "passkey", "passkeys")}`;
    choices.push({ value: "passkeys", label, names: passkeys.join(", ") });
  }
  if (canEndFactors && hasTotp) {
    choices.push({ value: "totp", label: "Remove authenticator app", names: "With its recovery codes" });
  }
  if (choices.length === 0) return null;
  return (
    <fieldset className={formClasses.group}>
      <legend className={formClasses.legend}>If someone else had access</legend>
      {choices.map(({ value, label, names }) => (
        <label key={value} className={formClasses.choice}>
          <input type="checkbox" value={value} />
          <span>
            {label}
            <span className={formClasses.hint}>{names}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

const namesOf = (tokens: Tokens): string =>
  tokens.map(({ name, lastFour, workspace }) => `${name} (…${lastFour}, ${workspace})`).join(", ");
