import { ListingTypeIcon } from "@/app/_components/labels/listing-type.tsx";
import type { Tone } from "@/app/_ui/data/values.tsx";
import type { InstallationPage, InstallationView } from "@/server/domains/apps/installations/view.ts";
import type { InstallationUpdates, ListingType } from "@/shared/vocabulary.ts";
import classes from "./item-icon.module.css";

type ItemIconProps = { type: ListingType; icon: string | null; size?: "sm" | "md" };

const PIXELS = { sm: 24, md: 40 };

/** Icon of an item beside its name, which says the same; without one, the icon of its type. */
export function ItemIcon({ type, icon, size = "sm" }: ItemIconProps) {
  const pixels = PIXELS[size];
  return (
    <span className={classes.icon} data-size={size} aria-hidden="true">
      {icon ? (
        // biome-ignore lint/performance/noImgElement: stored in the widths it is shown in
        <img src={icon} width={pixels} height={pixels} alt="" />
      ) : (
        <ListingTypeIcon type={type} size={pixels * 0.6} />
      )}
    </span>
  );
}

export const UPDATES_CHOICES: { value: InstallationUpdates; label: string; help: string }[] = [
  { value: "MANUAL", label: "Pinned", help: "Stays at this version until you update it" },
  { value: "PATCH", label: "Patch", help: "Patch versions install automatically" },
  { value: "MINOR", label: "Minor", help: "Minor and patch versions install automatically" },
];

export const describeUpdates = (updates: InstallationUpdates): string =>
  UPDATES_CHOICES.find(({ value }) => value === updates)?.label ?? updates;

/** Update policy after the page's change: a rollback pins, else a running rollout would update it again. */
export const updatesAfter = ({ installation, change }: InstallationPage): InstallationUpdates =>
  change?.kind === "ROLL_BACK" ? "MANUAL" : (installation?.updates ?? "MANUAL");

type Installed = Pick<InstallationView, "state" | "current" | "heldBack">;

/** Status of an installation as a dot and words. */
export function describeState({ state, current, heldBack }: Installed): { tone: Tone; label: string } {
  if (state === "UNAVAILABLE") return { tone: "bad", label: "Unavailable" };
  if (heldBack) return { tone: "warn", label: `${heldBack.version} on hold` };
  if (state === "OK") return { tone: "ok", label: "Up to date" };
  return state === "NEEDS_CONSENT"
    ? { tone: "warn", label: `${current} needs consent` }
    : { tone: "info", label: `${current} available` };
}
