"use client";

import { ActionIcon } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { IconArrowLeft, IconArrowRight, IconTrash } from "@tabler/icons-react";
import { PreviewPicture } from "@/app/_components/theme/gallery.tsx";
import { type RouterOutputs, trpc } from "@/app/_trpc/client.tsx";
import { readProblem } from "@/app/_trpc/problem.ts";
import { MAX_PREVIEWS } from "@/shared/bounds.ts";
import type { PreviewImage } from "@/shared/plugin/theme-config.ts";
import { AddPreview } from "./add-preview";
import classes from "./theme-previews.module.css";

type ThemePreviewsProps = { tenant: string; theme: RouterOutputs["themes"]["get"]; canEdit: boolean };

/** Preview images of a theme's draft: upload, reorder, remove. */
export function ThemePreviews({ tenant, theme, canEdit }: ThemePreviewsProps) {
  const { data } = trpc.themes.get.useQuery({ tenant, themeId: theme.id }, { initialData: theme });
  const { previewImages: images } = data;
  if (images.length === 0 && !canEdit) return <p className={classes.none}>No images</p>;
  return (
    <div className={classes.previews}>
      {images.length > 0 && (
        <ul className={classes.list}>
          {images.map((image, position) => (
            <li key={image.id}>
              <PreviewCard
                tenant={tenant}
                themeId={theme.id}
                image={image}
                position={position}
                isLast={position === images.length - 1}
                canEdit={canEdit}
              />
            </li>
          ))}
        </ul>
      )}
      {canEdit && images.length < MAX_PREVIEWS && <AddPreview tenant={tenant} themeId={theme.id} />}
    </div>
  );
}

type PreviewCardProps = {
  tenant: string;
  themeId: string;
  image: PreviewImage;
  position: number;
  isLast: boolean;
  canEdit: boolean;
};

function PreviewCard({ tenant, themeId, image, position, isLast, canEdit }: PreviewCardProps) {
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
      {/* Screen readers read the alt text of the image. */}
      <figcaption aria-hidden="true">{image.altText}</figcaption>
      {canEdit && (
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
