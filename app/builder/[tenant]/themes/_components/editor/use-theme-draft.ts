"use client";

import { useEffect, useReducer, useRef, useState } from "react";
import type { ThemeConfig } from "@/shared/plugin/theme-config.ts";
import { changeDraft, isDirty, isSameDraft, startHistory } from "./draft-history";

type Part = "typography" | "layout";
type Scheme = "light" | "dark";

export type ThemeDraft = ReturnType<typeof useThemeDraft>;

/** Draft in the editor with undo history. Unsaved changes are persisted in the session storage of the tab. */
export function useThemeDraft(theme: { id: string; themeConfig: ThemeConfig; revision: number }) {
  const [state, dispatch] = useReducer(changeDraft, theme, (saved) =>
    startHistory(saved.themeConfig, saved.revision),
  );
  const [isRestored, setIsRestored] = useState(false);
  const dirty = isDirty(state);
  const isLoaded = useRef(false);

  useEffect(() => {
    if (isLoaded.current) return;
    isLoaded.current = true;
    const stored = loadDraft(theme.id, theme.themeConfig);
    if (!stored || isSameDraft(stored.config, theme.themeConfig)) return;
    dispatch({ type: "restore", ...stored });
    setIsRestored(true);
  }, [theme]);

  useEffect(() => {
    if (!isLoaded.current) return;
    if (dirty) storeDraft(theme.id, { config: state.present, revision: state.revision });
    else clearDraft(theme.id);
  }, [theme.id, dirty, state.present, state.revision]);

  const change = (field: string, config: ThemeConfig) => {
    setIsRestored(false);
    dispatch({ type: "change", field, at: Date.now(), config });
  };
  const { present } = state;

  return {
    config: present,
    revision: state.revision,
    isDirty: dirty,
    isRestored,
    canUndo: state.past.length > 0,
    canRedo: state.future.length > 0,
    undo: () => dispatch({ type: "undo" }),
    redo: () => dispatch({ type: "redo" }),
    markSaved: (config: ThemeConfig, revision: number) => dispatch({ type: "saved", config, revision }),
    reload: (config: ThemeConfig, revision: number) => dispatch({ type: "reload", config, revision }),
    set: <P extends Part, K extends keyof ThemeConfig[P] & string>(
      part: P,
      name: K,
      value: ThemeConfig[P][K],
    ) => change(`${part}.${name}`, { ...present, [part]: { ...present[part], [name]: value } }),
    setColor: (scheme: Scheme, name: string, hex: string | undefined) => {
      const { [name as keyof typeof present.colors.light]: _, ...others } = present.colors[scheme];
      const palette = hex === undefined ? others : { ...present.colors[scheme], [name]: hex };
      change(`colors.${scheme}.${name}`, {
        ...present,
        colors: { ...present.colors, [scheme]: palette },
      } as ThemeConfig);
    },
    setDark: (dark: ThemeConfig["colors"]["dark"]) =>
      change("colors.dark", { ...present, colors: { ...present.colors, dark } }),
  };
}

/** Unsaved draft and the revision it is based on. */
interface StoredDraft {
  config: ThemeConfig;
  revision: number;
}

/** Draft in the tab's session storage; null when its shape differs from the server's draft. */
function loadDraft(themeId: string, saved: ThemeConfig): StoredDraft | null {
  try {
    const stored: unknown = JSON.parse(window.sessionStorage.getItem(keyOf(themeId)) ?? "null");
    // Every color of the dark palette is optional.
    const config = { ...saved, colors: { ...saved.colors, dark: {} } };
    return hasShapeOf(stored, { config, revision: 1 }) ? (stored as StoredDraft) : null;
  } catch {
    return null;
  }
}

function storeDraft(themeId: string, draft: StoredDraft): void {
  try {
    window.sessionStorage.setItem(keyOf(themeId), JSON.stringify(draft));
  } catch {
    // Without storage, the unsaved changes guard is the only protection.
  }
}

function clearDraft(themeId: string): void {
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
