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

const formatPixels = (value: number) => `${value} px`;

const FONT_FIELDS = [
  { name: "fontFamily", label: "Body font" },
  { name: "headingFontFamily", label: "Heading font" },
] as const;

const TEXT_RANGES = [
  { name: "baseSize", label: "Text size", format: formatPixels },
  { name: "scale", label: "Scale ratio", format: (value: number) => `× ${value.toFixed(2)}` },
  { name: "lineHeight", label: "Line height", format: (value: number) => value.toFixed(2) },
] as const;

export function TypographyFields({ draft, isDisabled }: FieldsProps) {
  const { typography } = draft.config;
  return (
    <div className={classes.grid}>
      {FONT_FIELDS.map(({ name, label }) => (
        <NativeSelect
          key={name}
          label={label}
          data={fonts}
          value={typography[name]}
          disabled={isDisabled}
          onChange={(event) => draft.set("typography", name, event.currentTarget.value as Font)}
        />
      ))}
      <NativeSelect
        label="Heading weight"
        data={weights}
        value={String(typography.headingWeight)}
        disabled={isDisabled}
        onChange={(event) =>
          draft.set("typography", "headingWeight", Number(event.currentTarget.value) as Weight)
        }
      />
      {TEXT_RANGES.map((field) => (
        <RangeField
          key={field.name}
          {...field}
          value={typography[field.name]}
          isDisabled={isDisabled}
          onChange={(value) => draft.set("typography", field.name, value)}
        />
      ))}
    </div>
  );
}

const LAYOUT_CHOICES = [
  { name: "navigation", label: "Navigation", values: NAVIGATIONS },
  { name: "density", label: "Density", values: DENSITIES },
  { name: "cards", label: "Cards", values: CARDS },
] as const;

const LAYOUT_RANGES = [
  { name: "radius", label: "Corner radius" },
  { name: "spacing", label: "Spacing" },
] as const;

export function LayoutFields({ draft, isDisabled }: FieldsProps) {
  const { layout } = draft.config;
  return (
    <div className={classes.grid}>
      {LAYOUT_CHOICES.map(({ name, label, values }) => (
        <ChoiceField
          key={name}
          label={label}
          choices={values.map((value) => ({ value, label: capitalize(value) }))}
          value={layout[name]}
          isDisabled={isDisabled}
          onChange={(value) => draft.set("layout", name, value)}
        />
      ))}
      {LAYOUT_RANGES.map((field) => (
        <RangeField
          key={field.name}
          {...field}
          value={layout[field.name]}
          format={formatPixels}
          isDisabled={isDisabled}
          onChange={(value) => draft.set("layout", field.name, value)}
        />
      ))}
    </div>
  );
}

const capitalize = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

type RangeFieldProps = {
  label: string;
  name: keyof typeof RANGES;
  value: number;
  format: (value: number) => string;
  onChange: (value: number) => void;
  isDisabled: boolean;
};

function RangeField({ label, name, value, format, onChange, isDisabled }: RangeFieldProps) {
  const id = useId();
  const range = RANGES[name];
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
