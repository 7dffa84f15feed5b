"use client";

import { IconMenu2, IconX } from "@tabler/icons-react";
import { usePathname } from "next/navigation";
import { useEffect, useRef } from "react";
import { type NavItem, SideNav } from "@/app/_ui/frame/nav.tsx";
import { Brand } from "./brand.tsx";
import classes from "./nav-drawer.module.css";

/** Side navigation on narrow screens, in a native dialog, which traps the focus and closes on Escape. */
export function NavDrawer({ label, nav }: { label: string; nav: NavItem[] }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const pathname = usePathname();

  // biome-ignore lint/correctness/useExhaustiveDependencies: arriving on another page is what closes it
  useEffect(() => dialog.current?.close(), [pathname]);

  return (
    <>
      <button
        type="button"
        className={classes.button}
        aria-label="Open navigation"
        aria-haspopup="dialog"
        onClick={() => dialog.current?.showModal()}
      >
        <IconMenu2 size={20} stroke={1.75} />
      </button>
      <dialog ref={dialog} className={classes.drawer} aria-label="Navigation" closedby="any">
        <div className={classes.head}>
          <Brand />
          <button
            type="button"
            className={classes.button}
            aria-label="Close navigation"
            onClick={() => dialog.current?.close()}
          >
            <IconX size={20} stroke={1.75} />
          </button>
        </div>
        <SideNav label={label} nav={nav} />
      </dialog>
    </>
  );
}
