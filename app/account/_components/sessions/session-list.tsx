"use client";

import { useState } from "react";
import { type RouterOutputs, trpc } from "@/app/_trpc/client.tsx";
import { withProblemMessage } from "@/app/_trpc/problem.ts";
import { PlainButton } from "@/app/_ui/actions/button.tsx";
import { ConfirmDialog } from "@/app/_ui/actions/dialog.tsx";
import { RelativeTime } from "@/app/_ui/data/time.tsx";
import { formatCount } from "@/app/_ui/format.ts";
import { Section } from "@/app/_ui/page/section.tsx";
import { AccountRow, AccountRows } from "../account-row";
import classes from "./sessions.module.css";

type Session = RouterOutputs["settings"]["sessions"]["sessions"][number];

/** Sessions of the account, and the buttons that end them. */
export function SessionList() {
  const [{ sessions, total }] = trpc.settings.sessions.useSuspenseQuery();
  const utils = trpc.useUtils();
  const endSession = trpc.settings.endSession.useMutation();
  const endOthers = trpc.settings.endOtherSessions.useMutation();
  // Kept while the dialog closes, so that its text stays.
  const [ending, setEnding] = useState<Session>();
  const [isOpen, setIsOpen] = useState<"one" | "others">();
  const close = () => setIsOpen(undefined);
  // Also after a refusal: the session may have ended meanwhile.
  const refresh = () => utils.settings.sessions.invalidate();
  const others = total - 1;
  return (
    <Section
      title="Sessions"
      description="Where you’re signed in. A session ends after 7 days."
      actions={
        others > 0 && <PlainButton onClick={() => setIsOpen("others")}>Sign out all others</PlainButton>
      }
    >
      <AccountRows note={total > sessions.length && formatCount(total - sessions.length, "more session")}>
        {sessions.map((session) => (
          <AccountRow
            key={session.id}
            name={<Name session={session} />}
            detail={<Detail session={session} />}
          >
            {!session.isCurrent && (
              <PlainButton
                onClick={() => {
                  setEnding(session);
                  setIsOpen("one");
                }}
              >
                Sign out<span className="visually-hidden"> {nameOf(session)}</span>
              </PlainButton>
            )}
          </AccountRow>
        ))}
      </AccountRows>
      {ending && (
        <ConfirmDialog
          isOpen={isOpen === "one"}
          onClose={close}
          title={`Sign out ${nameOf(ending)}?`}
          confirmLabel="Sign out"
          isDestructive
          onConfirm={() =>
            withProblemMessage(endSession.mutateAsync({ sessionId: ending.id })).finally(refresh)
          }
        >
          Pages that are open there stop working. If you don’t recognize this session, change your password.
        </ConfirmDialog>
      )}
      <ConfirmDialog
        isOpen={isOpen === "others"}
        onClose={close}
        title="Sign out all other sessions?"
        confirmLabel="Sign out all others"
        isDestructive
        onConfirm={() => withProblemMessage(endOthers.mutateAsync()).finally(refresh)}
      >
        You stay signed in here.
      </ConfirmDialog>
    </Section>
  );
}

function Name({ session }: { session: Session }) {
  return (
    <>
      {nameOf(session)}
      {session.isCurrent && <span className={classes.current}>This session</span>}
    </>
  );
}

function Detail({ session: { isCurrent, lastActiveAt, signedInAt } }: { session: Session }) {
  return (
    <>
      {isCurrent ? (
        "Active now"
      ) : (
        <>
          Last active <RelativeTime value={lastActiveAt} />
        </>
      )}
      {" · signed in "}
      <RelativeTime value={signedInAt} />
    </>
  );
}

/** "Firefox on Windows". */
function nameOf({ browser, system }: Session): string {
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? (system ? `Browser on ${system}` : "Unknown browser");
}
