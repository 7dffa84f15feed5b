"use client";

import { useRouter } from "next/navigation";
import { useState, useSyncExternalStore } from "react";
import { type RouterOutputs, trpc } from "@/app/_trpc/client.tsx";
import { PlainButton } from "@/app/_ui/actions/button.tsx";
import { Dialog } from "@/app/_ui/actions/dialog.tsx";
import { onDemand } from "@/app/_ui/actions/on-demand.tsx";
import { RelativeTime } from "@/app/_ui/data/time.tsx";
import { formatCount } from "@/app/_ui/format.ts";
import { Section } from "@/app/_ui/page/section.tsx";
import accountClasses from "../account.module.css";
import { AccountRow, AccountRows } from "../account-row";
import { type Removal, RemovalDialog } from "./removal-dialog";

const TotpSetup = onDemand(() => import("./totp-setup").then((module) => module.TotpSetup));
const RecoveryCodes = onDemand(() => import("./recovery-codes").then((module) => module.RecoveryCodes));
const loadForms = () => import("./passkey-form");
const PasskeyForm = onDemand(() => loadForms().then((module) => module.PasskeyForm));
const RenamePasskeyForm = onDemand(() => loadForms().then((module) => module.RenamePasskeyForm));

type View = RouterOutputs["secondFactors"]["get"];
type Passkey = View["passkeys"][number];

/** Subject of a dialog. */
type Task =
  | { kind: "set-up-totp" }
  | { kind: "add-passkey" }
  | { kind: "codes"; codes: string[] }
  | { kind: "rename"; passkey: Passkey };

/** Authenticator app, recovery codes and passkeys of the account. */
export function SecondFactors() {
  const [view] = trpc.secondFactors.get.useSuspenseQuery();
  const utils = trpc.useUtils();
  const router = useRouter();
  const [task, setTask] = useState<Task>();
  const [isOpen, setIsOpen] = useState(false);
  const [removal, setRemoval] = useState<Removal>();
  const [isRemoving, setIsRemoving] = useState(false);
  const here = useSyncExternalStore(subscribeToNothing, readOrigin, () => view.passkeyOrigin);

  const begin = (next: Task) => {
    setTask(next);
    setIsOpen(true);
  };
  const ask = (next: Removal) => {
    setRemoval(next);
    setIsRemoving(true);
  };
  const close = () => setIsOpen(false);
  async function finish(codes: string[] | null) {
    if (codes) begin({ kind: "codes", codes });
    else close();
    void utils.settings.sessions.invalidate();
    await utils.secondFactors.get.invalidate();
    // The rest of the page depends on whether there is a second factor.
    router.refresh();
  }

  return (
    <>
      <Section
        title="Two-factor authentication"
        description="Asks for a second factor when you sign in with your password or a provider."
      >
        <AccountRows>
          <AccountRow
            name="Authenticator app"
            detail={
              view.totpSince ? (
                <>
                  Set up <RelativeTime value={view.totpSince} />
                </>
              ) : (
                "One-time codes from an app on your phone"
              )
            }
          >
            {view.totpSince ? (
              <PlainButton onClick={() => ask({ kind: "remove-totp" })}>Remove</PlainButton>
            ) : (
              <PlainButton variant="filled" onClick={() => begin({ kind: "set-up-totp" })}>
                Set up
              </PlainButton>
            )}
          </AccountRow>
          {view.recoveryCodesLeft !== null && (
            <AccountRow name="Recovery codes" detail={`${formatCount(view.recoveryCodesLeft, "code")} left`}>
              <PlainButton onClick={() => ask({ kind: "new-codes" })}>Replace</PlainButton>
            </AccountRow>
          )}
        </AccountRows>
      </Section>
      <Section
        title="Passkeys"
        description="Sign in with your fingerprint, face, device PIN or security key, with or without your password."
        actions={
          view.passkeyOrigin !== null &&
          view.passkeyOrigin === here && (
            <PlainButton onClick={() => begin({ kind: "add-passkey" })}>Add passkey</PlainButton>
          )
        }
      >
        <PasskeyHint origin={view.passkeyOrigin} here={here} />
        <AccountRows note={view.passkeys.length === 0 && "No passkeys yet"}>
          {view.passkeys.map((passkey) => (
            <AccountRow key={passkey.id} name={passkey.name} detail={<PasskeyDetail passkey={passkey} />}>
              <PlainButton onClick={() => begin({ kind: "rename", passkey })}>Rename</PlainButton>
              <PlainButton onClick={() => ask({ kind: "remove-passkey", passkey })}>Remove</PlainButton>
            </AccountRow>
          ))}
        </AccountRows>
      </Section>
      {task && (
        <Dialog isOpen={isOpen} onClose={close} title={TITLES[task.kind]} isLocked={task.kind === "codes"}>
          {task.kind === "set-up-totp" && (
            <TotpSetup hasPassword={view.hasPassword} onDone={finish} onCancel={close} />
          )}
          {task.kind === "add-passkey" && <PasskeyForm onDone={finish} onCancel={close} />}
          {task.kind === "codes" && <RecoveryCodes codes={task.codes} onDone={close} />}
          {task.kind === "rename" && (
            <RenamePasskeyForm passkey={task.passkey} onDone={() => void finish(null)} />
          )}
        </Dialog>
      )}
      {removal && (
        <RemovalDialog
          removal={removal}
          isOpen={isRemoving}
          isLast={(view.totpSince ? 1 : 0) + view.passkeys.length === 1}
          onClose={() => setIsRemoving(false)}
          onDone={finish}
        />
      )}
    </>
  );
}

const TITLES: Record<Task["kind"], string> = {
  "set-up-totp": "Set up authenticator app",
  "add-passkey": "Add passkey",
  codes: "Save your recovery codes",
  rename: "Rename passkey",
};

function PasskeyDetail({ passkey: { createdAt, lastUsedAt, isBackedUp } }: { passkey: Passkey }) {
  return (
    <>
      Added <RelativeTime value={createdAt} />
      {" · "}
      {lastUsedAt ? (
        <>
          last used <RelativeTime value={lastUsedAt} />
        </>
      ) : (
        "never used"
      )}
      {isBackedUp && " · synced"}
    </>
  );
}

function PasskeyHint({ origin, here }: { origin: string | null; here: string | null }) {
  if (here === origin) return null;
  return (
    <p className={`${accountClasses.hint} ${accountClasses.above}`}>
      {origin === null ? (
        "Passkeys need a host name. This server has an IP address."
      ) : (
        <>
          Browsers allow passkeys only at <a href={`${origin}/account/security`}>{origin}</a>.
        </>
      )}
    </p>
  );
}

/** The origin of a page never changes. */
const subscribeToNothing = () => () => {};
const readOrigin = () => window.location.origin;
