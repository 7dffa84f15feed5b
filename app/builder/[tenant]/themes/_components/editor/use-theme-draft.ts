"use client";

import { useEffect, useReducer, useRef, useState } from "react";
import type { ThemeConfig } from "@/server/themes/input.ts";
import { changeDraft, isDirty, isSameDraft, startHistory } from "./draft-history";
import { forget, keep, readKept } from "./draft-storage";

type Part = "typography" | "layout";
type Scheme = "light" | "dark";

export type ThemeDraft = ReturnType<typeof useThemeDraft>;

/** The draft in the editor. What is not saved outlives the page in the browser's tab, for whoever goes back by accident. */
export function useThemeDraft(theme: { id: string; themeConfig: ThemeConfig; revision: number }) {
  const [state, dispatch] = useReducer(changeDraft, theme, (found) =>
    startHistory(found.themeConfig, found.revision),
  );
  const [isRestored, setIsRestored] = useState(false);
  const dirty = isDirty(state);
  const isLooked = useRef(false);

  useEffect(() => {
    if (isLooked.current) return;
    isLooked.current = true;
    const kept = readKept(theme.id, theme.themeConfig);
    if (!kept || isSameDraft(kept.config, theme.themeConfig)) return;
    dispatch({ type: "restore", ...kept });
    setIsRestored(true);
  }, [theme]);

  useEffect(() => {
    if (!isLooked.current) return;
    if (dirty) keep(theme.id, { config: state.present, revision: state.revision });
    else forget(theme.id);
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
    noteSaved: (config: ThemeConfig, revision: number) => dispatch({ type: "saved", config, revision }),
    take: (config: ThemeConfig, revision: number) => dispatch({ type: "take", config, revision }),
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
