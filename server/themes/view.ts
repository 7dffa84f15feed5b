import type { EntitySummary } from "../entities/view.ts";
import type { PreviewImage, ThemeConfig } from "./input.ts";

/** A theme's draft and what became of its versions. */
export interface ThemeDetail extends EntitySummary {
  /** The version that was submitted last; 0.0.0 before any was. */
  version: string;
  themeConfig: ThemeConfig;
  previewImages: PreviewImage[];
  /** Counts the saved drafts. */
  revision: number;
  /** Who saved the draft last; null before anybody did. */
  editedBy: string | null;
}

export interface ThemePage {
  themes: (EntitySummary & { themeConfig: ThemeConfig })[];
  nextCursor: string | null;
}

/** What an open editor needs to know of others. */
export interface ThemeRevision {
  revision: number;
  editedBy: string | null;
  isOwn: boolean;
  updatedAt: string;
}
