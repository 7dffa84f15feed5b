"use client";

import { usePathname, useSearchParams } from "next/navigation";
import type { DiffMode } from "../diff/diff-view";

export type FilesShown = "changed" | "all";

/** State of the file browser, held by the URL. */
export interface FilesView {
  file: string | null;
  line: number | undefined;
  shown: FilesShown | null;
  mode: DiffMode;
}

/** State of the file browser in the URL's query. A change adds a history entry and loads no page. */
export function useFilesView(): [FilesView, (change: Partial<FilesView>) => void] {
  const path = usePathname();
  const params = useSearchParams();
  const shown = params.get("files");
  const view: FilesView = {
    file: params.get("file"),
    line: Number(params.get("line")) || undefined,
    shown: shown === "all" || shown === "changed" ? shown : null,
    mode: params.get("diff") === "split" ? "split" : "unified",
  };
  function change(change: Partial<FilesView>) {
    const { file, line, shown, mode } = { ...view, ...("file" in change && { line: undefined }), ...change };
    const pairs = Object.entries({
      file,
      line,
      files: shown,
      diff: mode === "split" ? mode : null,
    }).flatMap(([name, value]) => (value ? [[name, String(value)]] : []));
    const search = new URLSearchParams(pairs).toString();
    window.history.pushState(null, "", search ? `${path}?${search}` : path);
  }
  return [view, change];
}
