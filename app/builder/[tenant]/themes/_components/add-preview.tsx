"use client";

import { Button, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { trpc } from "@/app/_trpc/client.tsx";
import type { Problem } from "@/app/_trpc/problem.ts";
import { formatBytes } from "@/app/_ui/format.ts";
import { type UploadProgress, uploadBytes } from "@/app/builder/[tenant]/_components/upload-bytes.ts";
import {
  FilePicker,
  UploadProblem,
  UploadProgressBar,
} from "@/app/builder/[tenant]/_components/upload-field.tsx";
import { MAX_ALT_TEXT_LENGTH } from "@/shared/bounds.ts";
import type { PreviewImage } from "@/shared/plugin/theme-config.ts";
import classes from "./theme-previews.module.css";

/** Upload of a preview image with its alt text. */
export function AddPreview({ tenant, themeId }: { tenant: string; themeId: string }) {
  const utils = trpc.useUtils();
  const [file, setFile] = useState<File>();
  const [altText, setAltText] = useState("");
  const [progress, setProgress] = useState<UploadProgress>();
  const [problem, setProblem] = useState<Problem>();

  function pick(picked: File) {
    setFile(picked);
    setProblem(undefined);
  }

  async function upload(event: FormEvent) {
    event.preventDefault();
    if (!file || progress) return;
    setProblem(undefined);
    setProgress({ sentBytes: 0, totalBytes: file.size });
    const query = new URLSearchParams({ altText: altText.trim() });
    const path = `/api/uploads/${tenant}/themes/${themeId}/previews?${query}`;
    const request = { method: "POST", path, body: file, mediaType: file.type || "image/png" } as const;
    const response = await uploadBytes<PreviewImage>(request, setProgress);
    setProgress(undefined);
    if ("problem" in response) return setProblem(response.problem);
    setFile(undefined);
    setAltText("");
    await utils.themes.get.invalidate({ tenant, themeId });
  }

  return (
    <form className={classes.add} onSubmit={upload}>
      <FilePicker
        label={file ? file.name : "Add image"}
        hint={file ? formatBytes(file.size) : "PNG, JPEG or WebP, up to 8 MB"}
        accept="image/png,image/jpeg,image/webp"
        isDisabled={progress !== undefined}
        onPick={pick}
      />
      {file && (
        <>
          <TextInput
            label="Alternative text"
            description="Describe the image for screen readers."
            required
            maxLength={MAX_ALT_TEXT_LENGTH}
            autoComplete="off"
            value={altText}
            onChange={(event) => setAltText(event.currentTarget.value)}
          />
          {progress ? (
            <UploadProgressBar progress={progress} />
          ) : (
            <div className={classes.addButtons}>
              <Button variant="default" onClick={() => setFile(undefined)}>
                Cancel
              </Button>
              <Button type="submit" disabled={altText.trim() === ""}>
                Upload
              </Button>
            </div>
          )}
        </>
      )}
      {problem && <UploadProblem problem={problem} />}
    </form>
  );
}
