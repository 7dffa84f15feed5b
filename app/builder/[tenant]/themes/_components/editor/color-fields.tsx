"use client";

import { Button } from "@mantine/core";
import { COLORS, type ColorName, paletteOf, type Scheme, type ThemeWarning } from "@/shared/plugin/theme.ts";
import { ColorField } from "./color-field";
import classes from "./editor.module.css";
import fieldClasses from "./fields.module.css";
import type { ThemeDraft } from "./use-theme-draft";

type ColorFieldsProps = { draft: ThemeDraft; warnings: ThemeWarning[]; isDisabled: boolean };

const COLOR_LABELS: Record<ColorName, { label: string; help: string }> = {
  background: { label: "Background", help: "Page background" },
  surface: { label: "Cards", help: "Cards, fields and bars" },
  text: { label: "Text", help: "Body text" },
  mutedText: { label: "Muted text", help: "Secondary text" },
  border: { label: "Borders", help: "Cards and fields" },
  accent: { label: "Accent", help: "Buttons and links" },
  onAccent: { label: "On accent", help: "Text on buttons" },
};

export function ColorFields({ draft, warnings, isDisabled }: ColorFieldsProps) {
  const { light, dark } = draft.config.colors;
  const hasNoDark = COLORS.every((name) => dark[name] === undefined);
  return (
    <div className={classes.colors}>
      <div className={classes.colorHead} aria-hidden="true">
        <span />
        <span>Light</span>
        <span>Dark</span>
      </div>
      {COLORS.map((name) => (
        <fieldset key={name} className={classes.colorLine}>
          <legend className="visually-hidden">{COLOR_LABELS[name].label}</legend>
          <p className={classes.colorName} aria-hidden="true">
            {COLOR_LABELS[name].label}
            <span>{COLOR_LABELS[name].help}</span>
          </p>
          <ColorCell
            draft={draft}
            scheme="light"
            name={name}
            hex={light[name]}
            warnings={warnings}
            {...{ isDisabled }}
          />
          <ColorCell
            draft={draft}
            scheme="dark"
            name={name}
            hex={dark[name]}
            warnings={warnings}
            {...{ isDisabled }}
          />
        </fieldset>
      ))}
      {hasNoDark && !isDisabled && (
        <p className={classes.noDark}>
          No dark palette. Apps stay light in dark mode.
          <Button variant="default" size="xs" onClick={() => draft.setDark(light)}>
            Create from light colors
          </Button>
        </p>
      )}
    </div>
  );
}

type ColorCellProps = {
  draft: ThemeDraft;
  scheme: Scheme;
  name: ColorName;
  hex: string | undefined;
  warnings: ThemeWarning[];
  isDisabled: boolean;
};

function ColorCell({ draft, scheme, name, hex, warnings, isDisabled }: ColorCellProps) {
  const label = `${COLOR_LABELS[name].label}, ${scheme}`;
  const own = warnings.filter(({ path }) => path === `colors.${scheme}.${name}`);
  if (hex === undefined) {
    const inherited = paletteOf(draft.config, "dark")[name];
    const contrasts = own.filter(({ kind }) => kind === "CONTRAST");
    return (
      <div className={fieldClasses.color} data-scheme={scheme}>
        <button
          type="button"
          className={fieldClasses.missing}
          disabled={isDisabled}
          aria-label={`Add ${label}`}
          onClick={() => draft.setColor("dark", name, inherited)}
        >
          Same as light
        </button>
        {contrasts.length > 0 && (
          <div className={fieldClasses.notes}>
            {contrasts.map(({ message }) => (
              <p key={message}>{message}</p>
            ))}
          </div>
        )}
      </div>
    );
  }
  return (
    <ColorField
      label={label}
      hex={hex}
      warnings={own}
      isDisabled={isDisabled}
      onChange={(next) => draft.setColor(scheme, name, next)}
      onClear={scheme === "dark" ? () => draft.setColor("dark", name, undefined) : undefined}
    />
  );
}
