"use client";

import { useEffect, useState } from "react";
import { whenIdle } from "./when-idle";

/**
 * Whether a dialog was ever open, and so has to be there. Its code is no part of the page's first load: `load` fetches
 * it when the page is idle, unless somebody opens the dialog sooner.
 */
export function useWasOpened(isOpen: boolean, load: () => Promise<unknown>): boolean {
  const [wasOpened, setWasOpened] = useState(isOpen);
  if (isOpen && !wasOpened) setWasOpened(true);
  // What could not be fetched is tried again when the dialog opens.
  useEffect(() => whenIdle(() => void load().catch(() => {})), [load]);
  return wasOpened;
}
