"use client";

import { NativeSelect } from "@mantine/core";
import type { ThemeConfig } from "@/server/themes/input.ts";
import { FONTS, HEADING_WEIGHTS, RANGES } from "@/server/themes/policy.ts";
import { type Font, fontLabel } from "../../../../_ui/theme/theme-preview";
import classes from "./editor.module.css";
import { RangeField } from "./range-field";
import type { ThemeDraft } from "./use-theme-draft";

type PartProps = { draft: ThemeDraft; isDisabled: boolean };
type Weight = ThemeConfig["typography"]["headingWeight"];

const fonts = FONTS.map((font) => ({ value: font, label: fontLabel(font) }));
const weights = HEADING_WEIGHTS.map((weight) => ({ value: String(weight), label: describeWeight(weight) }));

export function TypographyFields({ draft, isDisabled }: PartProps) {
  const { typography } = draft.config;
  return (
    <div className={classes.grid}>
      <NativeSelect
        label="Text"
        data={fonts}
        value={typography.fontFamily}
        disabled={isDisabled}
        onChange={(event) => draft.set("typography", "fontFamily", event.currentTarget.value as Font)}
      />
      <NativeSelect
        label="Headings"
        data={fonts}
        value={typography.headingFontFamily}
        disabled={isDisabled}
        onChange={(event) => draft.set("typography", "headingFontFamily", event.currentTarget.value as Font)}
      />
      <NativeSelect
        label="Weight of headings"
        data={weights}
        value={String(typography.headingWeight)}
        disabled={isDisabled}
        onChange={(event) =>
          draft.set("typography", "headingWeight", Number(event.currentTarget.value) as Weight)
        }
      />
      <RangeField
        label="Size of text"
        range={RANGES.baseSize}
        value={typography.baseSize}
        toWords={(value) => `${value} px`}
        isDisabled={isDisabled}
        onChange={(value) => draft.set("typography", "baseSize", value)}
      />
      <RangeField
        label="Step between sizes"
        range={RANGES.scale}
        value={typography.scale}
        toWords={(value) => `× ${value.toFixed(2)}`}
        isDisabled={isDisabled}
        onChange={(value) => draft.set("typography", "scale", value)}
      />
      <RangeField
        label="Height of lines"
        range={RANGES.lineHeight}
        value={typography.lineHeight}
        toWords={(value) => value.toFixed(2)}
        isDisabled={isDisabled}
        onChange={(value) => draft.set("typography", "lineHeight", value)}
      />
    </div>
  );
}

function describeWeight(weight: number): string {
  const words: Record<number, string> = { 400: "Regular", 500: "Medium", 600: "Semibold", 700: "Bold" };
  return words[weight] ?? (weight === 800 ? "Extra bold" : "Black");
}
