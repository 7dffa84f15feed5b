import { useState } from "react";
import { ConfirmDialog } from "@/app/_ui/actions/dialog.tsx";

export type MissingPart = "archive" | "changelog";

const EFFECTS: Record<MissingPart, string> = {
  archive: "Without an archive, this version can’t be downloaded or installed",
  changelog: "Without a changelog, users don’t see what changed",
};

/** Question before an incomplete submission. It is asked once: a confirmed form submits at once when it is corrected. */
export function useIncompleteConfirmation(missing: MissingPart[]) {
  const [accepted, setAccepted] = useState<readonly MissingPart[]>([]);
  const [isOpen, setIsOpen] = useState(false);
  return {
    mustAsk: missing.some((part) => !accepted.includes(part)),
    accept: () => setAccepted(missing),
    isOpen,
    open: () => setIsOpen(true),
    close: () => setIsOpen(false),
  };
}

type ConfirmIncompleteProps = {
  missing: MissingPart[];
  version: string;
  isOpen: boolean;
  onClose: () => void;
  onConfirm: () => Promise<void>;
};

export function ConfirmIncomplete({ missing, version, isOpen, onClose, onConfirm }: ConfirmIncompleteProps) {
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={`Submit ${version} without ${missing.map((part) => `${ARTICLES[part]} ${part}`).join(" and ")}?`}
      effects={[...missing.map((part) => EFFECTS[part]), `${version} can’t be submitted again`]}
      confirmLabel="Submit anyway"
      cancelLabel="Go back"
      onConfirm={onConfirm}
    >
      The submission is incomplete.
    </ConfirmDialog>
  );
}

const ARTICLES: Record<MissingPart, string> = { archive: "an", changelog: "a" };
