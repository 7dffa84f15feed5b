import {
  IconAlertTriangle,
  IconBell,
  IconHome2,
  IconMenu2,
  IconPlus,
  IconSearch,
  IconUser,
} from "@tabler/icons-react";
import type { CSSProperties } from "react";
import { paletteOf, type Scheme, toFontStack, warningsOf } from "@/shared/plugin/theme.ts";
import type { ThemeConfig } from "@/shared/plugin/theme-config.ts";
import classes from "./theme-preview.module.css";
import pairClasses from "./theme-preview-pair.module.css";
import warningsClasses from "./theme-warnings.module.css";

type PhonePreviewProps = {
  config: ThemeConfig;
  scheme: Scheme;
  /** Text alternative: "Nordic Night, dark". */
  label: string;
  /** 1 is a phone 300 pixels wide; undefined where a style sheet sets it. */
  zoom?: number;
  /** Shows the upper part only. */
  isCropped?: boolean;
};

/**
 * Phone with a sample app in the colors, type and layout of a theme. It is a single image to assistive technology: its
 * texts are samples, and their contrast depends on the theme.
 */
export function PhonePreview({ config, scheme, label, zoom, isCropped = false }: PhonePreviewProps) {
  const { layout } = config;
  return (
    <div
      className={classes.phone}
      role="img"
      aria-label={label}
      data-scheme={scheme}
      data-cropped={isCropped || undefined}
      style={{ ...toCssVariables(config, scheme), ...(zoom !== undefined && { zoom }) }}
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

function toCssVariables(config: ThemeConfig, scheme: Scheme): CSSProperties {
  const { typography, layout } = config;
  const palette = paletteOf(config, scheme);
  const colors = Object.entries(palette).map(([name, hex]) => [`--t-${name}`, hex]);
  return {
    ...Object.fromEntries(colors),
    "--t-font": toFontStack(typography.fontFamily),
    "--t-heading-font": toFontStack(typography.headingFontFamily),
    "--t-heading-weight": typography.headingWeight,
    "--t-size": `${typography.baseSize}px`,
    "--t-scale": typography.scale,
    "--t-line-height": typography.lineHeight,
    "--t-radius": `${layout.radius}px`,
    "--t-spacing": `${layout.spacing}px`,
  } as CSSProperties;
}

type ThemePreviewProps = { name: string; config: ThemeConfig; zoom?: number };

/** Theme in its light and its dark scheme. */
export function ThemePreviewPair({ name, config, zoom }: ThemePreviewProps) {
  return (
    <div className={pairClasses.pair}>
      <PhonePreview config={config} scheme="light" label={`${name}, light`} {...(zoom && { zoom })} />
      <PhonePreview config={config} scheme="dark" label={`${name}, dark`} {...(zoom && { zoom })} />
    </div>
  );
}

/** Small, cropped preview of both schemes for a card. */
export function ThemePreviewThumbnail({ name, config }: ThemePreviewProps) {
  return (
    <div className={pairClasses.stage} style={{ background: toBackground(config) }}>
      <PhonePreview config={config} scheme="light" label={`${name}, light`} zoom={0.44} isCropped />
      <PhonePreview config={config} scheme="dark" label={`${name}, dark`} zoom={0.44} isCropped />
    </div>
  );
}

const toBackground = ({ colors: { light } }: ThemeConfig): string =>
  `linear-gradient(135deg, color-mix(in srgb, ${light.accent} 30%, var(--dd-bg-sunken)), color-mix(in srgb, ${light.accent} 8%, var(--dd-bg-sunken)))`;

/** Problems of a theme to fix before a version is submitted. */
export function ThemeWarnings({ config }: { config: ThemeConfig }) {
  const warnings = warningsOf(config);
  if (warnings.length === 0) return null;
  return (
    <ul className={warningsClasses.warnings} aria-label="Warnings">
      {warnings.map(({ path, message }) => (
        <li key={`${path} ${message}`}>
          <IconAlertTriangle size={15} stroke={1.9} aria-hidden="true" />
          <span>
            {message} <code>{path}</code>
          </span>
        </li>
      ))}
    </ul>
  );
}
