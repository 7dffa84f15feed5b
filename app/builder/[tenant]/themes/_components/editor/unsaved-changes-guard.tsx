"use client";

import { Button } from "@mantine/core";
import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import formClasses from "@/app/_components/forms/form.module.css";
import { Dialog } from "@/app/_ui/actions/dialog.tsx";

type UnsavedChangesGuardProps = { isDirty: boolean; onSave: () => Promise<boolean> };

/** Confirmation before a link or the browser leaves a page with unsaved changes. */
export function UnsavedChangesGuard({ isDirty, onSave }: UnsavedChangesGuardProps) {
  const [target, setTarget] = useState<string>();
  const [isSaving, setIsSaving] = useState(false);
  const router = useRouter();

  useEffect(() => {
    if (!isDirty) return;
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    const onClick = (event: MouseEvent) => {
      const href = internalLinkOf(event);
      if (!href) return;
      event.preventDefault();
      event.stopPropagation();
      setTarget(href);
    };
    window.addEventListener("beforeunload", onUnload);
    window.addEventListener("click", onClick, { capture: true });
    return () => {
      window.removeEventListener("beforeunload", onUnload);
      window.removeEventListener("click", onClick, { capture: true });
    };
  }, [isDirty]);

  const stay = () => setTarget(undefined);
  const leave = () => {
    const href = target ?? "";
    setTarget(undefined);
    router.push(href);
  };

  async function saveAndLeave() {
    setIsSaving(true);
    const isSaved = await onSave();
    setIsSaving(false);
    if (isSaved) leave();
    else stay();
  }

  return (
    <Dialog isOpen={target !== undefined} onClose={stay} title="Leave without saving?">
      <div className={formClasses.form}>
        <p>Your changes stay in this tab until you close it.</p>
        <div className={formClasses.buttons}>
          <Button variant="default" onClick={stay}>
            Stay
          </Button>
          <Button variant="default" onClick={leave}>
            Leave
          </Button>
          <Button onClick={saveAndLeave} loading={isSaving} data-autofocus>
            Save and leave
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

/** Path of an internal link that is clicked without modifier keys; null for other clicks. */
function internalLinkOf(event: MouseEvent): string | null {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
  if (!(link instanceof HTMLAnchorElement) || link.target === "_blank" || link.hasAttribute("download"))
    return null;
  const { origin, pathname, search, hash } = new URL(link.href);
  const isElsewhere = origin !== window.location.origin;
  const isSamePage = pathname === window.location.pathname && search === window.location.search;
  return isElsewhere || isSamePage ? null : pathname + search + hash;
}
