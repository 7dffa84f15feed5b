"use client";

import { NativeSelect } from "@mantine/core";
import { useId } from "react";
import { ChoiceField } from "@/app/builder/[tenant]/_components/choice-field.tsx";
import {
  CARDS,
  DENSITIES,
  FONTS,
  type Font,
  HEADING_WEIGHTS,
  NAVIGATIONS,
  RANGES,
} from "@/shared/plugin/theme.ts";
import type { ThemeConfig } from "@/shared/plugin/theme-config.ts";
import classes from "./editor.module.css";
import fieldClasses from "./fields.module.css";
import type { ThemeDraft } from "./use-theme-draft";

type FieldsProps = { draft: ThemeDraft; isDisabled: boolean };
type Weight = ThemeConfig["typography"]["headingWeight"];

const WEIGHT_LABELS: Record<Weight, string> = {
  400: "Regular",
  500: "Medium",
  600: "Semibold",
  700: "Bold",
  800: "Extra bold",
  900: "Black",
};

const FONT_LABELS: Record<Font, string> = {
  system: "System",
  humanist: "Humanist",
  rounded: "Rounded",
  serif: "Serif",
  slab: "Slab",
  mono: "Mono",
};

const fonts = FONTS.map((font) => ({ value: font, label: FONT_LABELS[font] }));
const weights = HEADING_WEIGHTS.map((weight) => ({ value: String(weight), label: WEIGHT_LABELS[weight] }));

export function TypographyFields({ draft, isDisabled }: FieldsProps) {
  const { typography } = draft.config;
  return (
    <div className={classes.grid}>
      <NativeSelect
        label="Body font"
        data={fonts}
        value={typography.fontFamily}
        disabled={isDisabled}
        onChange={(event) => draft.set("typography", "fontFamily", event.currentTarget.value as Font)}
      />
      <NativeSelect
        label="Heading font"
        data={fonts}
        value={typography.headingFontFamily}
        disabled={isDisabled}
        onChange={(event) => draft.set("typography", "headingFontFamily", event.currentTarget.value as Font)}
      />
      <NativeSelect
        label="Heading weight"
        data={weights}
        value={String(typography.headingWeight)}
        disabled={isDisabled}
        onChange={(event) =>
          draft.set("typography", "headingWeight", Number(event.currentTarget.value) as Weight)
        }
      />
      <RangeField
        label="Text size"
        range={RANGES.baseSize}
        value={typography.baseSize}
        format={formatPixels}
        isDisabled={isDisabled}
        onChange={(value) => draft.set("typography", "baseSize", value)}
      />
      <RangeField
        label="Scale ratio"
        range={RANGES.scale}
        value={typography.scale}
        format={(value) => `× ${value.toFixed(2)}`}
        isDisabled={isDisabled}
        onChange={(value) => draft.set("typography", "scale", value)}
      />
      <RangeField
        label="Line height"
        range={RANGES.lineHeight}
        value={typography.lineHeight}
        format={(value) => value.toFixed(2)}
        isDisabled={isDisabled}
        onChange={(value) => draft.set("typography", "lineHeight", value)}
      />
    </div>
  );
}

export function LayoutFields({ draft, isDisabled }: FieldsProps) {
  const { layout } = draft.config;
  return (
    <div className={classes.grid}>
      <ChoiceField
        label="Navigation"
        choices={toChoices(NAVIGATIONS)}
        value={layout.navigation}
        isDisabled={isDisabled}
        onChange={(value) => draft.set("layout", "navigation", value)}
      />
      <ChoiceField
        label="Density"
        choices={toChoices(DENSITIES)}
        value={layout.density}
        isDisabled={isDisabled}
        onChange={(value) => draft.set("layout", "density", value)}
      />
      <ChoiceField
        label="Cards"
        choices={toChoices(CARDS)}
        value={layout.cards}
        isDisabled={isDisabled}
        onChange={(value) => draft.set("layout", "cards", value)}
      />
      <RangeField
        label="Corner radius"
        range={RANGES.radius}
        value={layout.radius}
        format={formatPixels}
        isDisabled={isDisabled}
        onChange={(value) => draft.set("layout", "radius", value)}
      />
      <RangeField
        label="Spacing"
        range={RANGES.spacing}
        value={layout.spacing}
        format={formatPixels}
        isDisabled={isDisabled}
        onChange={(value) => draft.set("layout", "spacing", value)}
      />
    </div>
  );
}

const formatPixels = (value: number) => `${value} px`;

const toChoices = <T extends string>(values: readonly T[]) =>
  values.map((value) => ({ value, label: `${value.charAt(0).toUpperCase()}${value.slice(1)}` }));

type RangeFieldProps = {
  label: string;
  value: number;
  range: { min: number; max: number; step: number };
  format: (value: number) => string;
  onChange: (value: number) => void;
  isDisabled: boolean;
};

function RangeField({ label, value, range, format, onChange, isDisabled }: RangeFieldProps) {
  const id = useId();
  const decimals = range.step < 1 ? 2 : 0;
  return (
    <div className={fieldClasses.range}>
      <label htmlFor={id}>{label}</label>
      <output htmlFor={id} className={fieldClasses.value}>
        {format(value)}
      </output>
      <input
        id={id}
        type="range"
        {...range}
        value={value}
        aria-valuetext={format(value)}
        disabled={isDisabled}
        onChange={(event) => onChange(Number(Number(event.currentTarget.value).toFixed(decimals)))}
      />
    </div>
  );
}
