"use client";

import { Button } from "@mantine/core";
import { IconFileZip } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { FieldProblem } from "@/server/platform/errors.ts";
import type { Problem } from "../../../_trpc/problem";
import { CopyableId } from "../../../_ui/actions/copyable-code";
import { formatBytes, formatCount } from "../../../_ui/format";
import { FilePicker, UploadBar, UploadProblem } from "../upload-field";
import classes from "./submit.module.css";
import type { Archive, useArchive } from "./use-archive-upload";

type ArchiveFieldProps = {
  archive: ReturnType<typeof useArchive>;
  /** What keeps the archive from this version, once it is uploaded. */
  problem: Problem | null;
};

const REFUSED = "The archive is refused:";

/** The plugin's archive on its way: dropped or chosen, sent with its bytes counted, judged by the server. */
export function ArchiveField({ archive: { state, pick, drop }, problem }: ArchiveFieldProps) {
  return (
    <section className={classes.archive} aria-label="Archive">
      <div>
        <h2>Archive</h2>
        <p>
          The file that <code>cli plugin build</code> makes. Without one there is nothing to download.
        </p>
      </div>
      {(state.kind === "none" || state.kind === "refused") && (
        <FilePicker
          label={
            state.kind === "refused" ? "Choose or drop another archive" : "Choose an archive, or drop it here"
          }
          hint=".tar.gz with a plugin.json, up to 20 MiB"
          accept=".gz,.tgz,application/gzip"
          onPick={pick}
        />
      )}
      {state.kind === "sending" && (
        <Picked file={state.file} action={<Quiet onClick={drop}>Cancel</Quiet>}>
          <UploadBar progress={state.progress} />
        </Picked>
      )}
      {state.kind === "refused" && (
        <>
          <UploadProblem problem={state.problem} title={REFUSED} />
          <Picked file={state.file} action={<Quiet onClick={() => pick(state.file)}>Send it again</Quiet>} />
        </>
      )}
      {state.kind === "stored" && (
        <Picked file={state.file} action={<Quiet onClick={drop}>Remove</Quiet>}>
          <Contents archive={state.archive} />
        </Picked>
      )}
      {problem && <UploadProblem problem={problem} title={REFUSED} />}
    </section>
  );
}

/** Findings that a form's own look at an uploaded archive has brought. */
export const findingsOf = (fields: FieldProblem[]): Problem | null =>
  fields.length === 0 ? null : { message: REFUSED, code: "ARCHIVE_REJECTED", fields, requestId: null };

function Contents({ archive }: { archive: Archive }) {
  const { sha256, unpackedBytes, fileCount, manifest } = archive;
  const permissions = Array.isArray(manifest["permissions"]) ? manifest["permissions"].length : 0;
  return (
    <dl className={classes.contents}>
      <div>
        <dt>Version</dt>
        <dd>{String(manifest["version"])}</dd>
      </div>
      <div>
        <dt>Contents</dt>
        <dd>
          {formatCount(fileCount, "file")}, {formatBytes(unpackedBytes)} unpacked
        </dd>
      </div>
      <div>
        <dt>Permissions</dt>
        <dd>{permissions === 0 ? "none" : formatCount(permissions, "permission")}</dd>
      </div>
      <div>
        <dt>SHA-256</dt>
        <dd>
          <CopyableId id={sha256} label="SHA-256 of the archive" shownLength={13} />
        </dd>
      </div>
    </dl>
  );
}

function Picked({ file, action, children }: { file: File; action: ReactNode; children?: ReactNode }) {
  return (
    <div className={classes.picked}>
      <div className={classes.file}>
        <IconFileZip size={20} stroke={1.6} aria-hidden="true" />
        <span className={classes.fileName}>{file.name}</span>
        <span className={classes.fileSize}>{formatBytes(file.size)}</span>
        {action}
      </div>
      {children}
    </div>
  );
}

function Quiet({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <Button variant="default" size="xs" onClick={onClick}>
      {children}
    </Button>
  );
}
