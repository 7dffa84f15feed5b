"use client";

import { type RouterOutputs, trpc } from "../../../../_trpc/client";
import { AddPreview } from "./add-preview";
import { PreviewCard } from "./preview-card";
import classes from "./theme-previews.module.css";

type ThemePreviewsProps = { tenant: string; theme: RouterOutputs["themes"]["get"]; mayEdit: boolean };

/** As many as a theme may have. */
const MOST = 8;

/** The images of a theme's draft: added, put in order, described, removed. */
export function ThemePreviews({ tenant, theme, mayEdit }: ThemePreviewsProps) {
  const { data } = trpc.themes.get.useQuery({ tenant, themeId: theme.id }, { initialData: theme });
  const { previewImages: images } = data;
  if (images.length === 0 && !mayEdit) return <p className={classes.none}>There are none yet.</p>;
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
                mayEdit={mayEdit}
              />
            </li>
          ))}
        </ul>
      )}
      {mayEdit && images.length < MOST && <AddPreview tenant={tenant} themeId={theme.id} />}
    </div>
  );
}
