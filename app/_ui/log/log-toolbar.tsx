"use client";

import { IconBug, IconDownload, IconTextWrap } from "@tabler/icons-react";
import type { ReactNode, RefObject } from "react";
import { LogSearchField } from "./log-search-field";
import classes from "./log-toolbar.module.css";
import type { LogSearch } from "./use-log-search";

type LogToolbarProps = {
  search: LogSearch;
  searchField: RefObject<HTMLInputElement | null>;
  text: () => string;
  fileName: string;
  isWrapped: boolean;
  onToggleWrap: () => void;
  /** Shows the line with the reason of the failure; undefined without one. */
  onReason: (() => void) | undefined;
};

const icon = { size: 16, stroke: 1.75, "aria-hidden": true } as const;

export function LogToolbar(props: LogToolbarProps) {
  const { search, searchField, text, fileName, isWrapped, onToggleWrap, onReason } = props;
  return (
    <div className={classes.toolbar}>
      <LogSearchField search={search} field={searchField} />
      <div className={classes.tools}>
        {onReason && (
          <Tool onClick={onReason} icon={<IconBug {...icon} />}>
            Failure
          </Tool>
        )}
        <Tool onClick={onToggleWrap} isOn={isWrapped} icon={<IconTextWrap {...icon} />}>
          Wrap
        </Tool>
        <Tool onClick={() => saveText(text(), fileName)} icon={<IconDownload {...icon} />}>
          Download
        </Tool>
      </div>
    </div>
  );
}

type ToolProps = { icon: ReactNode; children: string; isOn?: boolean; onClick: () => void };

function Tool({ icon, children, isOn, onClick }: ToolProps) {
  return (
    <button type="button" className={classes.tool} aria-pressed={isOn} onClick={onClick}>
      {icon}
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
