"use client";

import { useEffect, useState } from "react";

/**
 * Holds a dialog closed for its first render. Mantine notes the element that has the focus, to give it back, only
 * when a dialog opens and not when it is born open, as one is whose code was loaded on demand.
 */
export function useOpenAfterMount(isOpen: boolean): boolean {
  const [isMounted, setIsMounted] = useState(false);
  useEffect(() => setIsMounted(true), []);
  return isOpen && isMounted;
}
