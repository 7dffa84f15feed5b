import type { ListingStatus, ListingType } from "../../schema/index.ts";

/** A plugin or theme with the story of its versions, oldest first; without versions it is only registered. */
export interface DemoItem {
  id?: string;
  type: ListingType;
  tenantId: string;
  slug: string;
  name: string;
  description: string;
  registeredDaysAgo: number;
  versions: DemoVersion[];
  themeConfig?: ThemeConfig;
}

export interface DemoVersion {
  version: string;
  submittedDaysAgo: number;
  changelog: string | null;
  /** What became of it, in order; nothing while it waits. */
  acts: Act[];
  /** How a theme looked in this version, where that is not how it looks now. */
  themeConfig?: ThemeConfig;
}

export interface Act {
  action: Exclude<ListingStatus, "PENDING_APPROVAL">;
  /** Hours since the submission, or since the act before. */
  afterHours: number;
  reason?: string;
  comment?: string;
}

/** As the platform's themes are made; a test holds the looks of the demo to its rules. */
export interface ThemeConfig {
  typography: {
    fontFamily: string;
    headingFontFamily: string;
    headingWeight: number;
    baseSize: number;
    scale: number;
    lineHeight: number;
  };
  colors: { light: Palette; dark: Partial<Palette> };
  layout: {
    radius: number;
    spacing: number;
    density: "compact" | "comfortable";
    navigation: "tabs" | "drawer";
    cards: "outlined" | "filled" | "raised";
  };
}

export interface Palette {
  background: string;
  surface: string;
  text: string;
  mutedText: string;
  border: string;
  accent: string;
  onAccent: string;
}

/** A moderator's yes, so many hours after the submission, or after a suspension. */
export const approved = (afterHours: number, comment?: string): Act => ({
  action: "APPROVED",
  afterHours,
  ...(comment && { comment }),
});

/** `reason` is a key of the moderators' list of reasons. */
export const rejected = (afterHours: number, reason: string, comment: string): Act => ({
  action: "REJECTED",
  afterHours,
  reason,
  comment,
});

export const suspended = (afterHours: number, reason: string, comment: string): Act => ({
  action: "SUSPENDED",
  afterHours,
  reason,
  comment,
});

export const withdrawn = (afterHours: number, comment?: string): Act => ({
  action: "WITHDRAWN",
  afterHours,
  ...(comment && { comment }),
});
