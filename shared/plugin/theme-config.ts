import { z } from "zod";
import { MAX_ALT_TEXT_LENGTH, MAX_PREVIEWS } from "@/shared/bounds.ts";
import { plainText, reference } from "@/shared/text/text.ts";
import { CARDS, DENSITIES, FONTS, HEADING_WEIGHTS, NAVIGATIONS, RANGES } from "./theme.ts";

const color = () =>
  z
    .string({ error: requiredField("a color such as #1b2430") })
    .regex(/^#[0-9a-f]{6}$/i, "must be a color such as #1b2430")
    .transform((hex) => hex.toLowerCase());

const numberIn = ({ min, max }: { min: number; max: number }) => {
  const message = `must be a number from ${min} to ${max}`;
  return z
    .number({ error: requiredField(`a number from ${min} to ${max}`) })
    .min(min, message)
    .max(max, message);
};

const oneOf = <const T extends readonly string[]>(values: T) =>
  z.enum(values, { error: requiredField(`one of ${values.join(", ")}`) });

export const Palette = strictObject({
  background: color(),
  surface: color(),
  text: color(),
  mutedText: color(),
  border: color(),
  accent: color(),
  onAccent: color(),
});
export type Palette = z.output<typeof Palette>;

/** Configuration of a theme. A color absent from the dark palette is that of the light one. */
export const ThemeConfig = strictObject({
  typography: strictObject({
    fontFamily: oneOf(FONTS),
    headingFontFamily: oneOf(FONTS),
    headingWeight: z.literal([...HEADING_WEIGHTS], {
      error: requiredField(`one of ${HEADING_WEIGHTS.join(", ")}`),
    }),
    baseSize: numberIn(RANGES.baseSize),
    scale: numberIn(RANGES.scale),
    lineHeight: numberIn(RANGES.lineHeight),
  }),
  colors: strictObject({ light: Palette, dark: Palette.partial().default({}) }),
  layout: strictObject({
    radius: numberIn(RANGES.radius),
    spacing: numberIn(RANGES.spacing),
    density: oneOf(DENSITIES),
    navigation: oneOf(NAVIGATIONS),
    cards: oneOf(CARDS),
  }),
});
export type ThemeConfig = z.output<typeof ThemeConfig>;

/** Alternative text of an image. */
export const AltText = plainText(MAX_ALT_TEXT_LENGTH)
  .transform((text) => text.normalize("NFC").trim())
  .pipe(plainText(200, 1));

/** Preview image in a draft or listing. Its bytes are in the object store. */
export const PreviewImage = z.object({
  id: reference(),
  altText: AltText,
  width: z.number().int(),
  height: z.number().int(),
});
export type PreviewImage = z.output<typeof PreviewImage>;

/** Look of a theme: its draft, or the immutable snapshot in a listing. */
export const ThemeLook = z.object({ themeConfig: ThemeConfig, previewImages: z.array(PreviewImage) });
export type ThemeLook = z.output<typeof ThemeLook>;

/** Save of a draft. `revision` is the one that the editor loaded (optimistic locking). */
export const SaveTheme = z.object({
  themeId: reference(),
  revision: z.number().int().min(1),
  themeConfig: ThemeConfig,
});
export type SaveTheme = z.output<typeof SaveTheme>;

/** Change of the text or position of an image. */
export const EditPreview = z.object({
  themeId: reference(),
  previewId: reference(),
  altText: AltText.optional(),
  position: z.number().int().min(0).max(MAX_PREVIEWS).optional(),
});
export type EditPreview = z.output<typeof EditPreview>;

export const RemovePreview = EditPreview.pick({ themeId: true, previewId: true });
export type RemovePreview = z.output<typeof RemovePreview>;

/** Look of a theme without a saved draft. */
export const STARTER_THEME: ThemeConfig = {
  typography: {
    fontFamily: "system",
    headingFontFamily: "system",
    headingWeight: 700,
    baseSize: 16,
    scale: 1.2,
    lineHeight: 1.5,
  },
  colors: {
    light: {
      background: "#f5f6f8",
      surface: "#ffffff",
      text: "#1a1d23",
      mutedText: "#565d6b",
      border: "#d9dde4",
      accent: "#2f5fd0",
      onAccent: "#ffffff",
    },
    dark: {
      background: "#111317",
      surface: "#1a1d23",
      text: "#eceef2",
      mutedText: "#a6adba",
      border: "#30353f",
      accent: "#8fb0ff",
      onAccent: "#0d1526",
    },
  },
  layout: { radius: 10, spacing: 10, density: "comfortable", navigation: "tabs", cards: "outlined" },
};

/** Strict object: a misspelled field is an error, not ignored. */
function strictObject<T extends z.core.$ZodLooseShape>(shape: T) {
  return z.strictObject(shape, {
    error: (issue) =>
      issue.code === "unrecognized_keys"
        ? `has no field ${(issue["keys"] as string[]).join(", ")}`
        : requiredField("an object")(issue),
  });
}

function requiredField(kind: string) {
  return (issue: { input?: unknown }) => (issue.input === undefined ? "is required" : `must be ${kind}`);
}
