"use client";

import { usePathname, useRouter } from "next/navigation";
import { useEffect } from "react";
import { forgetFetchedAhead, wasFetchedEarlier } from "./prefetched-pages";

/**
 * Reads a page again that was fetched before it was asked for: it is seen at once, and then as it is now. `onOutdated` has
 * everything read again that the page did not bring itself.
 */
export function KeepCurrent({ onOutdated }: { onOutdated?: () => void }) {
  const pathname = usePathname();
  const router = useRouter();
  // biome-ignore lint/correctness/useExhaustiveDependencies: only going somewhere asks for it
  useEffect(() => {
    if (!wasFetchedEarlier(pathname + window.location.search)) return;
    forgetFetchedAhead();
    router.refresh();
    onOutdated?.();
  }, [pathname, router]);
  return null;
}
