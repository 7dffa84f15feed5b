"use client";

import {
  IconArrowsVertical,
  IconBug,
  IconClock,
  IconDownload,
  IconFold,
  IconFoldDown,
  IconTextWrap,
} from "@tabler/icons-react";
import type { ReactNode, RefObject } from "react";
import classes from "./log-toolbar.module.css";
import { LogSearchField } from "./search/log-search-field.tsx";
import type { LogSearch } from "./search/use-log-search.ts";

type Toggle = { isOn: boolean; toggle: () => void };

type LogToolbarProps = {
  search: LogSearch;
  searchField: RefObject<HTMLInputElement | null>;
  text: () => string;
  fileName: string;
  wrap: Toggle;
  /** As high as the window. */
  fullHeight: Toggle;
  /** Undefined without times. */
  times: Toggle | undefined;
  /** Undefined without groups; on while some are folded. */
  folding: Toggle | undefined;
  /** Shows the line with the reason of the failure; undefined without one. */
  onReason: (() => void) | undefined;
};

const icon = { size: 16, stroke: 1.75, "aria-hidden": true } as const;

export function LogToolbar(props: LogToolbarProps) {
  const { search, searchField, text, fileName, wrap, fullHeight, times, folding, onReason } = props;
  return (
    <div className={classes.toolbar}>
      <LogSearchField search={search} field={searchField} />
      <div className={classes.tools}>
        {onReason && (
          <Tool onClick={onReason} icon={<IconBug {...icon} />}>
            Failure
          </Tool>
        )}
        {folding && (
          <Tool
            onClick={folding.toggle}
            icon={folding.isOn ? <IconFoldDown {...icon} /> : <IconFold {...icon} />}
          >
            {folding.isOn ? "Expand all" : "Collapse all"}
          </Tool>
        )}
        {times && (
          <Tool onClick={times.toggle} isOn={times.isOn} icon={<IconClock {...icon} />}>
            Times
          </Tool>
        )}
        <Tool onClick={wrap.toggle} isOn={wrap.isOn} icon={<IconTextWrap {...icon} />}>
          Wrap
        </Tool>
        <Tool onClick={fullHeight.toggle} isOn={fullHeight.isOn} icon={<IconArrowsVertical {...icon} />}>
          Full height
        </Tool>
        <Tool onClick={() => saveText(text(), fileName)} icon={<IconDownload {...icon} />}>
          Download
        </Tool>
      </div>
    </div>
  );
}

type ToolProps = { icon: ReactNode; children: string; isOn?: boolean; onClick: () => void };

function Tool({ icon: child, children, isOn, onClick }: ToolProps) {
  return (
    <button type="button" className={classes.tool} aria-pressed={isOn} onClick={onClick}>
      {child}
      {children}
    </button>
  );
}

function saveText(text: string, fileName: string): void {
  const url = URL.createObjectURL(new Blob([text, "\n"], { type: "text/plain;charset=utf-8" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
