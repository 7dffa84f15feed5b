"use client";

import { notifications } from "@mantine/notifications";
import { useRouter } from "next/navigation";
import { trpc } from "@/app/_trpc/client.tsx";
import { readProblem } from "@/app/_trpc/problem.ts";
import type { ThemeDraft } from "./use-theme-draft";

const REVISION_POLL_INTERVAL_MS = 8_000;

/** Saving with optimistic concurrency: a save names the revision it is based on; newer ones are polled. */
export function useSaveDraft(tenant: string, themeId: string, draft: ThemeDraft) {
  const router = useRouter();
  const utils = trpc.useUtils();
  const key = { tenant, themeId };
  const mutation = trpc.themes.save.useMutation();
  const { data: newest } = trpc.themes.revision.useQuery(key, { refetchInterval: REVISION_POLL_INTERVAL_MS });
  const newerRevision = newest && newest.revision > draft.revision ? newest : null;

  /** Resolves to true when the draft is saved. */
  async function save(revision = draft.revision): Promise<boolean> {
    const { config } = draft;
    try {
      const saved = await mutation.mutateAsync({ ...key, revision, themeConfig: config });
      draft.markSaved(config, saved.revision);
      utils.themes.revision.setData(key, saved);
      void utils.themes.get.invalidate(key);
      void utils.themes.list.invalidate({ tenant });
      notifications.show({ message: "Draft saved" });
      router.refresh();
      return true;
    } catch (error) {
      if (readProblem(error).code === "INVALID_TRANSITION") await utils.themes.revision.invalidate(key);
      return false;
    }
  }

  async function reload(): Promise<void> {
    const theme = await utils.themes.get.fetch(key, { staleTime: 0 });
    draft.reload(theme.themeConfig, theme.revision);
    mutation.reset();
  }

  return { save, reload, newerRevision, isSaving: mutation.isPending, error: mutation.error };
}
