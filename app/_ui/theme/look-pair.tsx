import type { ThemeConfig } from "@/server/themes/input.ts";
import classes from "./look-pair.module.css";
import { Phone } from "./theme-preview";

type LookPairProps = { name: string; config: ThemeConfig; zoom?: number };

/** A theme by day and by night. */
export function LookPair({ name, config, zoom }: LookPairProps) {
  return (
    <div className={classes.pair}>
      <Phone config={config} scheme="light" label={`${name}, light`} {...(zoom && { zoom })} />
      <Phone config={config} scheme="dark" label={`${name}, dark`} {...(zoom && { zoom })} />
    </div>
  );
}

/** The same, small and cut off, on a card's own ground. */
export function LookStage({ name, config }: LookPairProps) {
  return (
    <div className={classes.stage} style={{ background: groundOf(config) }}>
      <Phone config={config} scheme="light" label={`${name}, light`} zoom={0.44} isCropped />
      <Phone config={config} scheme="dark" label={`${name}, dark`} zoom={0.44} isCropped />
    </div>
  );
}

const groundOf = ({ colors: { light } }: ThemeConfig): string =>
  `linear-gradient(135deg, color-mix(in srgb, ${light.accent} 30%, var(--dd-bg-sunken)), color-mix(in srgb, ${light.accent} 8%, var(--dd-bg-sunken)))`;
