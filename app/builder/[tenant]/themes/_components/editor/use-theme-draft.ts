"use client";

import { useEffect, useReducer, useRef, useState } from "react";
import type { ThemeConfig } from "@/shared/plugin/theme-config.ts";
import { changeDraft, isDirty, isSameDraft, startHistory } from "./draft-history";
import { clearDraft, loadDraft, storeDraft } from "./draft-storage";

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
