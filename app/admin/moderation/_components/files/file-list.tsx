"use client";

import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useRef } from "react";
import type { RouterOutputs } from "@/app/_trpc/client.tsx";
import { formatBytes } from "@/app/_ui/format.ts";
import { Revealed } from "../diff/revealed";
import classes from "./file-list.module.css";

export type ReviewedFile = NonNullable<RouterOutputs["adminModeration"]["files"]>["files"][number];

type FileListProps = {
  files: readonly ReviewedFile[];
  selected: string | undefined;
  /** False for a first version: its files have no change marks. */
  isCompared: boolean;
  /** The row under the keyboard cursor. */
  active: number;
  onSelect: (path: string) => void;
};

const ROW_HEIGHT = 28;

/** File list with virtual scrolling. */
export function FileList({ files, selected, isCompared, active, onSelect }: FileListProps) {
  const frame = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: files.length,
    getScrollElement: () => frame.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 12,
    initialRect: { width: 400, height: 12 * ROW_HEIGHT },
  });

  useEffect(() => {
    if (active >= 0) virtualizer.scrollToIndex(active, { align: "auto" });
  }, [active, virtualizer]);

  useEffect(() => {
    const index = files.findIndex(({ path }) => path === selected);
    if (index >= 0) virtualizer.scrollToIndex(index, { align: "auto" });
  }, [files, selected, virtualizer]);

  return (
    <div ref={frame} className={classes.frame}>
      <ul className={classes.list} style={{ height: virtualizer.getTotalSize() }} aria-label="Files">
        {virtualizer.getVirtualItems().map(({ index, start }) => {
          const file = files[index];
          if (!file) return null;
          return (
            <li key={file.path} className={classes.item} style={{ transform: `translateY(${start}px)` }}>
              <button
                type="button"
                className={classes.row}
                aria-current={file.path === selected || undefined}
                data-active={index === active || undefined}
                data-plain={!isCompared || undefined}
                title={file.from ? `${file.path}, moved from ${file.from}` : file.path}
                onClick={() => onSelect(file.path)}
              >
                {isCompared && <ChangeMark change={file.change} />}
                <FileName path={file.path} />
                <span className={classes.size}>{formatBytes(file.sizeBytes)}</span>
              </button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

const MARKS: Record<ReviewedFile["change"], { letter: string; word: string }> = {
  same: { letter: "", word: "Unchanged" },
  added: { letter: "A", word: "Added" },
  removed: { letter: "D", word: "Removed" },
  changed: { letter: "M", word: "Changed" },
  moved: { letter: "R", word: "Moved" },
};

export const changeLabel = (change: ReviewedFile["change"]): string => MARKS[change].word;

function ChangeMark({ change }: { change: ReviewedFile["change"] }) {
  const { letter, word } = MARKS[change];
  return (
    <span className={classes.mark} data-change={change}>
      <span aria-hidden="true">{letter}</span>
      <span className="visually-hidden">{word}</span>
    </span>
  );
}

function FileName({ path }: { path: string }) {
  const slash = path.lastIndexOf("/");
  return (
    <span className={classes.path}>
      <span className={classes.name}>
        <Revealed text={path.slice(slash + 1)} />
      </span>
      {slash > 0 && (
        <span className={classes.folder}>
          <Revealed text={path.slice(0, slash)} />
        </span>
      )}
    </span>
  );
}
