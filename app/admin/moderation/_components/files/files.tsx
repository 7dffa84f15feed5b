"use client";

import { SegmentedControl, TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import dynamic from "next/dynamic";
import { useMemo, useRef, useState } from "react";
import { trpc } from "@/app/_trpc/client.tsx";
import { isInView } from "@/app/_ui/data/cursor-table.tsx";
import { formatCount, formatNumber } from "@/app/_ui/format.ts";
import { useShortcuts } from "@/app/_ui/keyboard/shortcuts.ts";
import { Section } from "@/app/_ui/page/section.tsx";
import type { DiffMode } from "../diff/diff-view";
import { FileList, type ReviewedFile } from "./file-list";
import classes from "./files.module.css";
import { type FilesShown, useFilesView } from "./use-files-view";

/** A chunk of its own: it brings the code view and the syntax highlighter along. */
const FileView = dynamic(() => import("./file-view").then((module) => module.FileView));

type FilesProps = { listingId: string; version: string; entry: string | undefined };

/** File browser of a listing's archive, with the diff to the approved version. */
export function Files({ listingId, version, entry }: FilesProps) {
  const [archive] = trpc.adminModeration.files.useSuspenseQuery(
    { listingId },
    { staleTime: Number.POSITIVE_INFINITY },
  );
  const [view, setView] = useFilesView();
  const [query, setQuery] = useState("");
  const [cursor, setCursor] = useState(-1);
  const search = useRef<HTMLInputElement>(null);
  const browser = useRef<HTMLDivElement>(null);

  const files = useMemo(() => archive?.files ?? [], [archive]);
  const changed = useMemo(() => files.filter(({ change }) => change !== "same"), [files]);
  const isUpdate = archive?.comparedWith != null;
  const shown = view.shown ?? (isUpdate ? "changed" : "all");
  const listed = useMemo(() => {
    const words = query.trim().toLowerCase();
    return (shown === "changed" ? changed : files).filter(({ path }) => path.toLowerCase().includes(words));
  }, [shown, changed, files, query]);
  const open = files.find(({ path }) => path === view.file) ?? findInitialFile(listed, entry);

  function move(step: number) {
    const from = cursor >= 0 ? cursor : listed.findIndex(({ path }) => path === open?.path);
    setCursor(Math.max(0, Math.min(listed.length - 1, from + step)));
    browser.current?.scrollIntoView({ block: "nearest" });
    // Otherwise Enter would activate the focused control instead of opening the file.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  }

  /** A file that was scrolled away is first shown. */
  function openActive() {
    const path = listed[cursor]?.path;
    if (!path || !browser.current) return;
    if (isInView(browser.current)) setView({ file: path });
    else browser.current.scrollIntoView({ block: "nearest" });
  }

  useShortcuts("Files", [
    { keys: "j", label: "Next file", run: () => move(1) },
    { keys: "k", label: "Previous file", run: () => move(-1) },
    {
      keys: "enter",
      label: "Open file",
      run: openActive,
    },
    { keys: "f", label: "Find file", run: () => search.current?.focus() },
    {
      keys: "u",
      label: "Toggle layout",
      run: () => setView({ mode: view.mode === "split" ? "unified" : "split" }),
    },
  ]);

  if (!archive) return null;
  return (
    <Section
      id="files"
      title="Files"
      description={
        isUpdate
          ? `${formatCount(changed.length, "file")} of ${formatNumber(files.length)} changed since ${archive.comparedWith}${summarizeChanges(changed)}`
          : `${formatCount(files.length, "file")}`
      }
      actions={
        isUpdate && (
          <SegmentedControl
            size="xs"
            aria-label="Diff layout"
            data={LAYOUTS}
            value={view.mode}
            onChange={(mode) => setView({ mode: mode as DiffMode })}
          />
        )
      }
    >
      <div className={classes.frame}>
        <div ref={browser} className={classes.browser}>
          <div className={classes.tools}>
            <TextInput
              ref={search}
              size="xs"
              className={classes.search}
              aria-label="Find file"
              placeholder="Find file"
              leftSection={<IconSearch size={14} aria-hidden="true" />}
              value={query}
              onChange={(event) => {
                setQuery(event.currentTarget.value);
                setCursor(-1);
              }}
            />
            {isUpdate && (
              <SegmentedControl
                size="xs"
                aria-label="Files shown"
                data={SHOWN}
                value={shown}
                onChange={(next) => {
                  setView({ shown: next as FilesShown });
                  setCursor(-1);
                }}
              />
            )}
          </div>
          {listed.length === 0 ? (
            <p className={classes.note}>{query ? "No matching files" : "No changed files"}</p>
          ) : (
            <FileList
              files={listed}
              selected={open?.path}
              isCompared={isUpdate}
              active={cursor}
              onSelect={(file) => {
                setCursor(listed.findIndex(({ path }) => path === file));
                setView({ file });
              }}
            />
          )}
        </div>
        {open && (
          <FileView
            listingId={listingId}
            file={open}
            comparedWith={archive.comparedWith}
            version={version}
            mode={view.mode}
            line={open.path === view.file ? view.line : undefined}
          />
        )}
      </div>
    </Section>
  );
}

const LAYOUTS = [
  { value: "unified", label: "Unified" },
  { value: "split", label: "Side by side" },
];
const SHOWN = [
  { value: "changed", label: "Changed" },
  { value: "all", label: "All" },
];

/** The file to open first: the entry point, or the first readable file. */
function findInitialFile(
  files: readonly ReviewedFile[],
  entry: string | undefined,
): ReviewedFile | undefined {
  const readable = files.filter(({ isBinary }) => !isBinary);
  return (
    readable.find(({ path, change }) => path === entry && change !== "removed") ??
    readable.find(({ path }) => path !== "plugin.json") ??
    files[0]
  );
}

function summarizeChanges(changed: readonly ReviewedFile[]): string {
  const words = { added: "added", removed: "removed", moved: "moved" };
  const parts = Object.entries(words).flatMap(([change, word]) => {
    const count = changed.filter((file) => file.change === change).length;
    return count > 0 ? [`${formatNumber(count)} ${word}`] : [];
  });
  return parts.length > 0 ? `, ${parts.join(", ")}` : "";
}
