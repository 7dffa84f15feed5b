"use client";

import { IconChevronDown, IconChevronRight } from "@tabler/icons-react";
import { type MouseEvent, memo } from "react";
import { formatDuration } from "@/app/_ui/format.ts";
import { toSeverity } from "@/shared/build-log/rank-lines.ts";
import { type LogPiece, type TextRange, toPieces } from "./lines/log-pieces.ts";
import type { LogLine } from "./lines/parse-log.ts";
import classes from "./log-row.module.css";

/** Header of a group, as its row shows it. */
export type RowGroup = { titleAt: number; isFolded: boolean; isFailed: boolean; seconds: number | null };

type LogRowProps = {
  line: LogLine;
  number: number;
  /** Fragment of the link to the line. */
  hash: string;
  matches: readonly TextRange[];
  isChosen: boolean;
  isCurrentMatch: boolean;
  hasTime: boolean;
  /** Title of what begins here. */
  heading: string | undefined;
  group: RowGroup | undefined;
  onPick: (line: number, isRange: boolean) => void;
  onToggle: (line: number) => void;
};

export const LogRow = memo(function LogRow(props: LogRowProps) {
  const { line, number, hash, matches, isChosen, isCurrentMatch, hasTime, heading, group } = props;

  function pick(event: MouseEvent) {
    if (event.ctrlKey || event.metaKey || event.button !== 0) return;
    event.preventDefault();
    props.onPick(number, event.shiftKey);
  }

  return (
    <div
      className={classes.line}
      data-line={number}
      data-chosen={isChosen || undefined}
      data-current={isCurrentMatch || undefined}
      data-severity={toSeverity(line.text) ?? undefined}
      data-heading={heading}
    >
      <span className={classes.gutter}>
        {/* Out of the tab order: a log has more lines than anybody wants to step through. */}
        <a href={hash} className={classes.number} tabIndex={-1} onClick={pick}>
          {number}
        </a>
        {hasTime && <Time seconds={line.seconds} />}
      </span>
      {group ? (
        <button
          type="button"
          className={classes.group}
          aria-expanded={!group.isFolded}
          onClick={() => props.onToggle(number - 1)}
        >
          <Chevron isFolded={group.isFolded} />
          <span className={classes.title}>
            <Pieces pieces={toPieces(line, matches, group.titleAt)} isInButton />
          </span>
          {group.isFailed && <span className={classes.failed}>Failed</span>}
          {group.seconds !== null && group.seconds > 0 && (
            <span className={classes.duration}>{formatDuration(group.seconds * 1_000)}</span>
          )}
        </button>
      ) : (
        <span className={classes.text}>
          <Pieces pieces={toPieces(line, matches)} />
        </span>
      )}
    </div>
  );
});

function Time({ seconds }: { seconds: number | undefined }) {
  if (seconds === undefined) return <span className={classes.time} />;
  return (
    <time className={classes.time} dateTime={new Date(seconds * 1_000).toISOString()}>
      {formatClock(seconds)}
    </time>
  );
}

function Chevron({ isFolded }: { isFolded: boolean }) {
  const Icon = isFolded ? IconChevronRight : IconChevronDown;
  return <Icon size={14} stroke={2} className={classes.chevron} aria-hidden="true" />;
}

function Pieces({ pieces, isInButton = false }: { pieces: LogPiece[]; isInButton?: boolean }) {
  return pieces.map((piece, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a line have no other identity
    <Piece key={index} piece={piece} isLink={piece.href !== undefined && !isInButton} />
  ));
}

function Piece({ piece: { text, look, isMatch, href }, isLink }: { piece: LogPiece; isLink: boolean }) {
  const content = isMatch ? <mark>{text}</mark> : text;
  const className = toClassName(look);
  return isLink ? (
    <a href={href} className={className} target="_blank" rel="noopener noreferrer nofollow">
      {content}
    </a>
  ) : (
    <span className={className}>{content}</span>
  );
}

function toClassName(look: string): string | undefined {
  return look === ""
    ? undefined
    : look
        .split(" ")
        .map((name) => classes[name])
        .join(" ");
}

const CLOCK = { hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" } as const;

let clock: Intl.DateTimeFormat | undefined;

/** Time of the day in the reader's zone: "09:41:07". */
function formatClock(seconds: number): string {
  clock ??= new Intl.DateTimeFormat("en-US", CLOCK);
  return clock.format(seconds * 1_000);
}
