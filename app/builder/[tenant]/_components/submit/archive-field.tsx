"use client";

import { Button } from "@mantine/core";
import { IconFileZip } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { Problem } from "@/app/_trpc/problem.ts";
import { CopyableId } from "@/app/_ui/actions/copyable-code.tsx";
import { formatBytes, formatCount } from "@/app/_ui/format.ts";
import type { ArchiveView } from "@/server/domains/items/archives/upload.ts";
import type { FieldProblem } from "@/shared/errors.ts";
import { FilePicker, UploadProblem, UploadProgressBar } from "../upload-field.tsx";
import classes from "./submit.module.css";
import type { useArchiveUpload } from "./use-archive-upload.ts";

type ArchiveFieldProps = {
  archive: ReturnType<typeof useArchiveUpload>;
  /** Problem of the uploaded archive with this version. */
  problem: Problem | null;
};

const REFUSAL = "Archive rejected:";

/** Field for a plugin archive with the state of its upload. */
export function ArchiveField({ archive: { state, pick, remove }, problem }: ArchiveFieldProps) {
  return (
    <section className={classes.archive} aria-label="Archive">
      <div>
        <h2>Archive</h2>
        <p>
          Created by <code>cli plugin build</code>.
        </p>
      </div>
      {(state.kind === "none" || state.kind === "refused") && (
        <FilePicker
          label={
            state.kind === "refused"
              ? "Choose another archive or drop it here"
              : "Choose an archive or drop it here"
          }
          hint=".tar.gz with a plugin.json, up to 20 MiB"
          accept=".gz,.tgz,application/gzip"
          onPick={pick}
        />
      )}
      {state.kind === "sending" && (
        <PickedFile file={state.file} action={<SmallButton onClick={remove}>Cancel</SmallButton>}>
          <UploadProgressBar progress={state.progress} />
        </PickedFile>
      )}
      {state.kind === "refused" && (
        <>
          <UploadProblem problem={state.problem} title={REFUSAL} />
          <PickedFile
            file={state.file}
            action={<SmallButton onClick={() => pick(state.file)}>Retry upload</SmallButton>}
          />
        </>
      )}
      {state.kind === "stored" && (
        <PickedFile file={state.file} action={<SmallButton onClick={remove}>Remove</SmallButton>}>
          <Contents archive={state.archive} />
        </PickedFile>
      )}
      {problem && <UploadProblem problem={problem} title={REFUSAL} />}
    </section>
  );
}

/** Problem of an archive whose manifest differs from the form. */
export const toArchiveProblem = (fields: FieldProblem[]): Problem | null =>
  fields.length === 0 ? null : { message: REFUSAL, code: "ARCHIVE_REJECTED", fields, requestId: null };

function Contents({ archive }: { archive: ArchiveView }) {
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
          <CopyableId id={sha256} label="archive SHA-256" shownLength={13} />
        </dd>
      </div>
    </dl>
  );
}

function PickedFile({ file, action, children }: { file: File; action: ReactNode; children?: ReactNode }) {
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

function SmallButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <Button variant="default" size="xs" onClick={onClick}>
      {children}
    </Button>
  );
}
