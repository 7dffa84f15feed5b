"use client";

import { notifications } from "@mantine/notifications";
import { useRouter } from "next/navigation";
import { trpc } from "../../../../../_trpc/client";
import { readProblem } from "../../../../../_trpc/problem";
import type { ThemeDraft } from "./use-theme-draft";

/** How often an open editor looks whether somebody else has saved. */
const LOOK_AGAIN_MS = 8_000;

/** Saving a draft over the revision it was made from, and what others saved meanwhile. */
export function useSave(tenant: string, themeId: string, draft: ThemeDraft) {
  const router = useRouter();
  const utils = trpc.useUtils();
  const key = { tenant, themeId };
  const mutation = trpc.themes.save.useMutation();
  const { data: newest } = trpc.themes.revision.useQuery(key, { refetchInterval: LOOK_AGAIN_MS });
  const other = newest && newest.revision > draft.revision ? newest : null;

  /** Resolves to whether it is saved. */
  async function save(revision = draft.revision): Promise<boolean> {
    const { config } = draft;
    try {
      const saved = await mutation.mutateAsync({ ...key, revision, themeConfig: config });
      draft.noteSaved(config, saved.revision);
      utils.themes.revision.setData(key, saved);
      void utils.themes.get.invalidate(key);
      void utils.themes.list.invalidate({ tenant });
      notifications.show({ message: "The draft is saved." });
      router.refresh();
      return true;
    } catch (error) {
      if (readProblem(error).code === "INVALID_TRANSITION") await utils.themes.revision.invalidate(key);
      return false;
    }
  }

  async function take(): Promise<void> {
    const theirs = await utils.themes.get.fetch(key, { staleTime: 0 });
    draft.take(theirs.themeConfig, theirs.revision);
    mutation.reset();
  }

  return { save, take, other, isSaving: mutation.isPending, error: mutation.error };
}
