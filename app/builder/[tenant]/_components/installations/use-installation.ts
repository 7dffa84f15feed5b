"use client";

import { useRouter } from "next/navigation";
import { trpc } from "@/app/_trpc/client.tsx";
import { notifyOutcome } from "@/app/_trpc/notify.ts";
import type { InstallationUpdates, ListingType } from "@/shared/vocabulary.ts";

export type InstalledItem = {
  tenant: string;
  appId: string | null;
  type: ListingType;
  slug: string;
  name: string;
};

type Content = {
  version: string;
  updates: InstallationUpdates;
  acceptPermissions?: string[];
  replacesConsent?: boolean;
  /** Installed version on the page, null for none: a change that the page does not show is not overwritten. */
  expectedVersion: string | null;
};

/** Time in which a change can be undone from its toast. */
export const UNDO_TIMEOUT_MS = 10_000;

/** Changes of an installation, after which the page is read again. */
export function useInstallation({ tenant, appId, type, slug }: InstalledItem) {
  const router = useRouter();
  const utils = trpc.useUtils();
  const set = trpc.installations.set.useMutation();
  const remove = trpc.installations.remove.useMutation();
  const key = { tenant, appId, type, slug };

  /** Reads everything again, on another page if a path is given. */
  async function refresh(path?: string): Promise<void> {
    await utils.installations.invalidate();
    if (path) router.push(path);
    router.refresh();
  }

  /** Change without a place for its error: a toast tells how it went. */
  async function setAndTell(content: Content, message: string): Promise<void> {
    await notifyOutcome(set.mutateAsync({ ...key, ...content }), () => message);
    await refresh();
  }

  return {
    set: (content: Content) => set.mutateAsync({ ...key, ...content }),
    setAndTell,
    remove: () => remove.mutateAsync(key),
    refresh,
    isPending: set.isPending,
    error: set.error,
  };
}
