import type { ThemeConfig } from "@/server/themes/input.ts";

/** A draft that was not saved, and the revision that it started from. */
export interface KeptDraft {
  config: ThemeConfig;
  revision: number;
}

/** What this tab kept of a theme, if it is a draft of the same kind as the one that the server has. */
export function readKept(themeId: string, found: ThemeConfig): KeptDraft | null {
  try {
    const kept: unknown = JSON.parse(window.sessionStorage.getItem(keyOf(themeId)) ?? "null");
    // A dark palette may have any of its colours or none.
    const config = { ...found, colors: { ...found.colors, dark: {} } };
    return isLike(kept, { config, revision: 1 }) ? (kept as KeptDraft) : null;
  } catch {
    return null;
  }
}

export function keep(themeId: string, kept: KeptDraft): void {
  try {
    window.sessionStorage.setItem(keyOf(themeId), JSON.stringify(kept));
  } catch {
    // Without storage the page itself is all that holds the draft; leaving it asks first.
  }
}

export function forget(themeId: string): void {
  try {
    window.sessionStorage.removeItem(keyOf(themeId));
  } catch {
    // Then nothing was kept either.
  }
}

const keyOf = (themeId: string) => `drydock-theme-draft:${themeId}`;

/** Whether a value has every field of the model, of the same kind. */
function isLike(value: unknown, model: unknown): boolean {
  if (typeof model !== "object" || model === null) return typeof value === typeof model;
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(model).every(([name, part]) => isLike(value[name as keyof typeof value], part));
}
