"use client";

import { ActionIcon } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { IconArrowLeft, IconArrowRight, IconTrash } from "@tabler/icons-react";
import type { PreviewImage } from "@/server/themes/input.ts";
import { trpc } from "../../../../_trpc/client";
import { readProblem } from "../../../../_trpc/problem";
import { PreviewPicture } from "../../../../_ui/theme/gallery";
import classes from "./theme-previews.module.css";

type PreviewCardProps = {
  tenant: string;
  themeId: string;
  image: PreviewImage;
  position: number;
  isLast: boolean;
  mayEdit: boolean;
};

export function PreviewCard({ tenant, themeId, image, position, isLast, mayEdit }: PreviewCardProps) {
  const utils = trpc.useUtils();
  const key = { tenant, themeId };
  const options = {
    onSuccess: (previewImages: PreviewImage[]) =>
      utils.themes.get.setData(key, (theme) => theme && { ...theme, previewImages }),
    onError: (error: unknown) => notifications.show({ message: readProblem(error).message, color: "red" }),
  };
  const edit = trpc.themes.editPreview.useMutation(options);
  const remove = trpc.themes.removePreview.useMutation(options);
  const isBusy = edit.isPending || remove.isPending;
  const move = (to: number) => edit.mutate({ ...key, previewId: image.id, position: to });
  const icon = { size: 16, stroke: 1.75 };
  return (
    <figure className={classes.card}>
      <PreviewPicture image={image} />
      {/* The image says it already to whoever cannot see it. */}
      <figcaption aria-hidden="true">{image.altText}</figcaption>
      {mayEdit && (
        <div className={classes.tools}>
          <ActionIcon
            variant="default"
            aria-label={`Move ${image.altText} forward`}
            disabled={isBusy || position === 0}
            onClick={() => move(position - 1)}
          >
            <IconArrowLeft {...icon} />
          </ActionIcon>
          <ActionIcon
            variant="default"
            aria-label={`Move ${image.altText} back`}
            disabled={isBusy || isLast}
            onClick={() => move(position + 1)}
          >
            <IconArrowRight {...icon} />
          </ActionIcon>
          <ActionIcon
            variant="default"
            aria-label={`Remove ${image.altText}`}
            disabled={isBusy}
            onClick={() => remove.mutate({ ...key, previewId: image.id })}
          >
            <IconTrash {...icon} />
          </ActionIcon>
        </div>
      )}
    </figure>
  );
}
