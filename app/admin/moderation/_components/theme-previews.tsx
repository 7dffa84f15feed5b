import { Gallery } from "@/app/_components/theme/gallery.tsx";
import { ThemePreviewPair, ThemeWarnings } from "@/app/_components/theme/theme-preview.tsx";
import type { RouterOutputs } from "@/app/_trpc/client.tsx";
import { Section } from "@/app/_ui/page/section.tsx";
import { isolate } from "@/shared/text/isolate.ts";
import classes from "./theme-previews.module.css";

type Review = RouterOutputs["adminModeration"]["review"];

/** Previews of a theme as submitted, beside the approved version. */
export function ThemePreviews({ review: { listing, approved, looks } }: { review: Review }) {
  if (!looks) return null;
  const { submitted } = looks;
  return (
    <Section id="preview" title="Preview">
      <ThemeWarnings config={submitted.themeConfig} />
      <div className={classes.looks}>
        {approved && looks.approved && (
          <figure>
            <figcaption>{approved.version}, approved</figcaption>
            <ThemePreviewPair
              name={`${isolate(listing.name)} ${approved.version}`}
              config={looks.approved.themeConfig}
              zoom={0.6}
            />
          </figure>
        )}
        <figure>
          <figcaption>{listing.version}, submitted</figcaption>
          <ThemePreviewPair
            name={`${isolate(listing.name)} ${listing.version}`}
            config={submitted.themeConfig}
            zoom={0.6}
          />
        </figure>
      </div>
      <Gallery images={submitted.previewImages} />
    </Section>
  );
}
