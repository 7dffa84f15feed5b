"use client";

import { useEffect, useState } from "react";
import { trpc } from "@/app/_trpc/client.tsx";
import { readProblem } from "@/app/_trpc/problem.ts";
import { formatBytes } from "@/app/_ui/format.ts";
import { CodeView } from "../diff/code-view";
import { type DiffMode, DiffView } from "../diff/diff-view";
import { Revealed } from "../diff/revealed";
import type { Token } from "../diff/text-runs";
import { changeLabel, type ReviewedFile } from "./file-list";
import classes from "./files.module.css";
import { findLanguage, tokenize } from "./highlight";
import { OPEN_FILE_ID } from "./use-files-view";

type FileViewProps = {
  listingId: string;
  file: ReviewedFile;
  comparedWith: string | null;
  version: string;
  mode: DiffMode;
  line: number | undefined;
};

/** File of an archive: its diff, or its text where it is unchanged or new. */
export function FileView(props: FileViewProps) {
  const { listingId, file, comparedWith } = props;
  return (
    <div className={classes.file}>
      <header className={classes.fileHead}>
        <h3 id={OPEN_FILE_ID} className={classes.filePath} tabIndex={-1}>
          <Revealed text={file.path} />
        </h3>
        <p className={classes.fileFacts}>{listFacts(file, comparedWith !== null).join(" · ")}</p>
      </header>
      <FileText key={`${listingId} ${file.path}`} {...props} />
    </div>
  );
}

function listFacts({ change, from, sizeBytes, sizeBefore }: ReviewedFile, isCompared: boolean): string[] {
  const size =
    change === "changed" && sizeBefore !== null && sizeBefore !== sizeBytes
      ? `${formatBytes(sizeBefore)} to ${formatBytes(sizeBytes)}`
      : formatBytes(change === "removed" ? (sizeBefore ?? 0) : sizeBytes);
  if (!isCompared) return [size];
  return [changeLabel(change), ...(from ? [`from ${from}`] : []), size];
}

function FileText({ listingId, file, comparedWith, version, mode, line }: FileViewProps) {
  const { path } = file;
  // Archives are immutable, so the query never becomes stale.
  const { data, error } = trpc.adminModeration.file.useQuery(
    { listingId, path },
    { staleTime: Number.POSITIVE_INFINITY },
  );
  const before = data?.before?.text;
  const after = data?.after?.text;
  const tokensBefore = useTokens(file.from ?? path, before);
  const tokensAfter = useTokens(path, after);
  if (error) {
    return (
      <p className={classes.note} role="alert">
        {readProblem(error).message}
      </p>
    );
  }
  if (!data) return <div className={classes.waiting} role="status" aria-label="Loading file" />;
  if (before === null || after === null) {
    return <p className={classes.note}>Binary file not shown</p>;
  }
  const isDiff = file.change === "changed" && before !== undefined && after !== undefined;
  const text = after ?? before ?? "";
  const isTruncated = data.before?.isTruncated || data.after?.isTruncated;
  return (
    <>
      {isDiff && before !== after && (
        <DiffView
          caption={`Changes in ${path}`}
          mode={mode}
          line={line}
          before={{ title: comparedWith ?? "", text: before, tokens: tokensBefore }}
          after={{ title: version, text: after, tokens: tokensAfter }}
        />
      )}
      {isDiff && before === after && (
        <p className={classes.note}>
          {isTruncated ? "No changes in the part shown" : "Only line endings changed"}
        </p>
      )}
      {!isDiff && text === "" && <p className={classes.note}>Empty file</p>}
      {!isDiff && text !== "" && (
        <CodeView
          caption={`Text of ${path}`}
          text={text}
          tokens={after === undefined ? tokensBefore : tokensAfter}
          line={line}
        />
      )}
      {isTruncated && (
        <p className={classes.cut}>
          {line !== undefined && line > countLines(after ?? "") && `Line ${line} is not in the part shown. `}
          Only the beginning is shown. Download the archive to read the rest, of{" "}
          {formatBytes(data.after?.sizeBytes ?? data.before?.sizeBytes ?? 0)}.
        </p>
      )}
    </>
  );
}

const countLines = (text: string): number => text.split("\n").length;

/** Syntax tokens of a text, undefined until they are loaded and when loading fails. */
export function useTokens(path: string, text: string | null | undefined): Token[][] | undefined {
  const [known, setKnown] = useState<{ text: string; tokens: Token[][] }>();
  useEffect(() => {
    const language = text ? findLanguage(path, text) : null;
    if (!text || !language) return;
    let isWanted = true;
    tokenize(text, language).then(
      (tokens) => isWanted && setKnown({ text, tokens }),
      () => {},
    );
    return () => {
      isWanted = false;
    };
  }, [path, text]);
  return known?.text === text ? known?.tokens : undefined;
}
