import type { ThemeConfig } from "@/shared/plugin/theme-config.ts";

/** Unsaved draft and the revision it is based on. */
interface StoredDraft {
  config: ThemeConfig;
  revision: number;
}

/** Draft in the tab's session storage; null when its shape differs from the server's draft. */
export function loadDraft(themeId: string, saved: ThemeConfig): StoredDraft | null {
  try {
    const stored: unknown = JSON.parse(window.sessionStorage.getItem(keyOf(themeId)) ?? "null");
    // Every color of the dark palette is optional.
    const config = { ...saved, colors: { ...saved.colors, dark: {} } };
    return hasShapeOf(stored, { config, revision: 1 }) ? (stored as StoredDraft) : null;
  } catch {
    return null;
  }
}

export function storeDraft(themeId: string, draft: StoredDraft): void {
  try {
    window.sessionStorage.setItem(keyOf(themeId), JSON.stringify(draft));
  } catch {
    // Without storage, the unsaved changes guard is the only protection.
  }
}

export function clearDraft(themeId: string): void {
  try {
    window.sessionStorage.removeItem(keyOf(themeId));
  } catch {
    // Nothing was stored either.
  }
}

const keyOf = (themeId: string) => `drydock-theme-draft:${themeId}`;

/** True if a value has every field of the model, with the same type. */
function hasShapeOf(value: unknown, model: unknown): boolean {
  if (typeof model !== "object" || model === null) return typeof value === typeof model;
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(model).every(([name, part]) => hasShapeOf(value[name as keyof typeof value], part));
}
