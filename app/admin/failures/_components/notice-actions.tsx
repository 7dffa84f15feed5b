"use client";

import { Button, TextInput } from "@mantine/core";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { trpc } from "@/app/_trpc/client.tsx";
import { withProblemMessage } from "@/app/_trpc/problem.ts";
import { ConfirmDialog } from "@/app/_ui/actions/dialog.tsx";
import type { FailureNotice } from "@/server/domains/builds/failures/view.ts";
import { MAX_BUILD_NOTE_LENGTH } from "@/shared/bounds.ts";

type NoticeActionsProps = {
  buildId: string;
  notice: Pick<FailureNotice, "id" | "text"> | null;
  size?: "xs" | "sm";
};

/** Adds a notice to the builds that failed like one of them, or ends it. */
export function NoticeActions({ buildId, notice, size = "sm" }: NoticeActionsProps) {
  const router = useRouter();
  const [isOpen, setIsOpen] = useState(false);
  const [text, setText] = useState("");
  const add = trpc.adminFailures.addNotice.useMutation();
  const end = trpc.adminFailures.endNotice.useMutation();

  async function confirm() {
    if (notice) await withProblemMessage(end.mutateAsync({ noticeId: notice.id }));
    else await withProblemMessage(add.mutateAsync({ buildId, text }));
    setText("");
    router.refresh();
  }

  return (
    <>
      <Button
        variant="default"
        size={size}
        {...(notice && { "aria-label": `End notice “${notice.text}”` })}
        onClick={() => setIsOpen(true)}
      >
        {notice ? "End notice" : "Add notice"}
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        title={notice ? "End notice?" : "Add notice"}
        effects={
          notice
            ? ["It is removed from all builds"]
            : ["Builds with this failure from the last 24 hours and later show it until you end it"]
        }
        isReady={notice !== null || text.trim() !== ""}
        confirmLabel={notice ? "End notice" : "Add notice"}
        onConfirm={confirm}
      >
        {notice ? (
          notice.text
        ) : (
          <TextInput
            data-autofocus
            label="Text"
            placeholder="Apple’s notary service is down"
            required
            maxLength={MAX_BUILD_NOTE_LENGTH}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
        )}
      </ConfirmDialog>
    </>
  );
}
