"use client";

import { useState } from "react";
import { Dialog } from "../../../_ui/actions/dialog";
import { parseLog } from "../../../_ui/log/parse-log";
import type { ListedBuild } from "./build-columns";
import classes from "./error-log.module.css";

/** Error log of a failed build in a dialog. */
export function ErrorLogButton({ build }: { build: ListedBuild }) {
  const [isOpen, setIsOpen] = useState(false);
  const name = `${build.app.name} #${build.number}`;
  return (
    <>
      <button
        type="button"
        className={classes.button}
        aria-haspopup="dialog"
        aria-label={`Error log of ${name}`}
        onClick={() => setIsOpen(true)}
      >
        Show
      </button>
      <Dialog isOpen={isOpen} onClose={() => setIsOpen(false)} title={`Error log of ${name}`} size={880}>
        {build.errorLogTruncated && <p className={classes.note}>Truncated to the end of the log</p>}
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
        <pre className={classes.log} tabIndex={0}>
          {parseLog(build.errorLog ?? "")
            .map((line) => line.text)
            .join("\n")}
        </pre>
      </Dialog>
    </>
  );
}
