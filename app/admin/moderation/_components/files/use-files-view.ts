"use client";

import { usePathname, useSearchParams } from "next/navigation";
import type { DiffMode } from "../diff/diff-view";

export type FilesShown = "changed" | "all";

/** Id of the heading of the open file. */
export const OPEN_FILE_ID = "open-file";

/** State of the file browser, held by the URL. */
export interface FilesView {
  file: string | null;
  line: number | undefined;
  shown: FilesShown | null;
  mode: DiffMode;
}

type FilesViewState = [
  view: FilesView,
  setView: (change: Partial<FilesView>) => void,
  hrefOf: (change: Partial<FilesView>) => string,
];

/** State of the file browser in the URL's query. A change adds a history entry and loads no page. */
export function useFilesView(): FilesViewState {
  const path = usePathname();
  const params = useSearchParams();
  const shown = params.get("files");
  const view: FilesView = {
    file: params.get("file"),
    line: Number(params.get("line")) || undefined,
    shown: shown === "all" || shown === "changed" ? shown : null,
    mode: params.get("diff") === "split" ? "split" : "unified",
  };
  function hrefOf(change: Partial<FilesView>): string {
    const { file, line, shown, mode } = { ...view, ...("file" in change && { line: undefined }), ...change };
    const pairs = Object.entries({
      file,
      line,
      files: shown,
      diff: mode === "split" ? mode : null,
    }).flatMap(([name, value]) => (value ? [[name, String(value)]] : []));
    const search = new URLSearchParams(pairs).toString();
    return search ? `${path}?${search}` : path;
  }
  return [view, (change) => window.history.pushState(null, "", hrefOf(change)), hrefOf];
}
