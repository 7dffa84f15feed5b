import { IconBell, IconHome2, IconMenu2, IconPlus, IconSearch, IconUser } from "@tabler/icons-react";
import type { CSSProperties } from "react";
import type { ThemeConfig } from "@/server/themes/input.ts";
import { paletteOf, type Scheme } from "@/server/themes/policy.ts";
import { stackOf } from "./fonts";
import classes from "./theme-preview.module.css";

type PhoneProps = {
  config: ThemeConfig;
  scheme: Scheme;
  /** What is shown, for those who cannot see it: "Nordic Night, dark". */
  label: string;
  /** 1 is a phone of 300 pixels; left out where a style sheet says it. */
  zoom?: number;
  /** Only the upper part, as a card shows it. */
  isCropped?: boolean;
};

/**
 * An app in the colours, type and layout of a theme. To whoever cannot see it it is one picture: its words mean nothing,
 * and whether they can be read is the theme's affair.
 */
export function Phone({ config, scheme, label, zoom, isCropped = false }: PhoneProps) {
  const { layout } = config;
  return (
    <div
      className={classes.phone}
      role="img"
      aria-label={label}
      data-scheme={scheme}
      data-cropped={isCropped || undefined}
      style={{ ...variablesOf(config, scheme), ...(zoom !== undefined && { zoom }) }}
    >
      <div
        className={classes.screen}
        aria-hidden="true"
        data-cards={layout.cards}
        data-density={layout.density}
      >
        <div className={classes.statusBar}>
          <span>9:41</span>
          <span className={classes.island} />
          <span className={classes.battery} />
        </div>
        <AppBar hasMenu={layout.navigation === "drawer"} />
        <div className={classes.content}>
          <div className={classes.search}>
            <IconSearch size={15} stroke={2} />
            <span>Search notes</span>
          </div>
          <div className={classes.chips}>
            <span data-on>All</span>
            <span>Shared</span>
            <span>Drafts</span>
          </div>
          <Note
            title="Tide tables"
            text="High water at six, so the boats leave early and come back by noon."
            when="Today"
          />
          <Note title="Lighthouse walk" text="Four hours along the cliffs." when="Monday" />
          <div className={classes.button}>
            <IconPlus size={16} stroke={2.25} />
            New note
          </div>
        </div>
        {layout.navigation === "tabs" && <Tabs />}
      </div>
    </div>
  );
}

function AppBar({ hasMenu }: { hasMenu: boolean }) {
  return (
    <div className={classes.bar}>
      {hasMenu && <IconMenu2 size={20} stroke={1.9} />}
      <span className={classes.title}>Notes</span>
      <span className={classes.avatar}>AB</span>
    </div>
  );
}

function Note({ title, text, when }: { title: string; text: string; when: string }) {
  return (
    <div className={classes.card}>
      <span className={classes.cardTitle}>{title}</span>
      <span className={classes.cardText}>{text}</span>
      <span className={classes.cardFoot}>
        <span>{when}</span>
        <span className={classes.link}>Open</span>
      </span>
    </div>
  );
}

function Tabs() {
  return (
    <div className={classes.tabs}>
      <span data-on>
        <IconHome2 size={20} stroke={1.9} />
        Notes
      </span>
      <span>
        <IconBell size={20} stroke={1.9} />
        Alerts
      </span>
      <span>
        <IconUser size={20} stroke={1.9} />
        You
      </span>
    </div>
  );
}

function variablesOf(config: ThemeConfig, scheme: Scheme): CSSProperties {
  const { typography, layout } = config;
  const palette = paletteOf(config, scheme);
  const colors = Object.entries(palette).map(([name, hex]) => [`--t-${name}`, hex]);
  return {
    ...Object.fromEntries(colors),
    "--t-font": stackOf(typography.fontFamily),
    "--t-heading-font": stackOf(typography.headingFontFamily),
    "--t-heading-weight": typography.headingWeight,
    "--t-size": `${typography.baseSize}px`,
    "--t-scale": typography.scale,
    "--t-line-height": typography.lineHeight,
    "--t-radius": `${layout.radius}px`,
    "--t-spacing": `${layout.spacing}px`,
  } as CSSProperties;
}
