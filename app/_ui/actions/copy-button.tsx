"use client";

import { IconAlertTriangle, IconCheck, IconCopy } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import classes from "./copy-button.module.css";

type CopyButtonProps = {
  text: string;
  /** Accessible name and tooltip: "Copy ID". */
  label: string;
};

const RESET_MS = 2000;

const outcomes = {
  idle: { icon: <IconCopy size={16} stroke={1.75} />, words: "" },
  copied: { icon: <IconCheck size={16} stroke={2} />, words: "Copied" },
  failed: { icon: <IconAlertTriangle size={16} stroke={1.75} />, words: "Copy failed" },
};

export function CopyButton({ text, label }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<keyof typeof outcomes>("idle");

  useEffect(() => {
    if (outcome === "idle") return;
    const timer = setTimeout(() => setOutcome("idle"), RESET_MS);
    return () => clearTimeout(timer);
  }, [outcome]);

  return (
    <>
      <button
        type="button"
        className={classes.button}
        data-outcome={outcome}
        aria-label={label}
        title={label}
        onClick={async () => setOutcome((await copyText(text)) ? "copied" : "failed")}
      >
        {outcomes[outcome].icon}
      </button>
      <span className="visually-hidden" role="status">
        {outcomes[outcome].words}
      </span>
    </>
  );
}

/** Copies text, with a fallback where the clipboard API is missing: browsers offer it on https and localhost only. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyThroughSelection(text);
  }
}

function copyThroughSelection(text: string): boolean {
  const previous = document.activeElement;
  const field = document.createElement("textarea");
  field.value = text;
  field.readOnly = true;
  field.className = "visually-hidden";
  // Inside an open dialog, if any: its focus trap lets no element outside take the focus.
  (previous?.closest("[role=dialog], dialog") ?? document.body).append(field);
  field.select();
  const isCopied = document.execCommand("copy");
  field.remove();
  if (previous instanceof HTMLElement) previous.focus();
  return isCopied;
}
