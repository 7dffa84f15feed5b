"use client";

import { useEffect, useReducer, useRef, useState } from "react";
import { ThemeConfig } from "@/server/themes/input.ts";
import { changeDraft, isDirty, isSameDraft, startHistory } from "./draft-history";

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
    const kept = readKept(theme.id);
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

interface Kept {
  config: ThemeConfig;
  revision: number;
}

const keyOf = (themeId: string) => `drydock-theme-draft:${themeId}`;

function readKept(themeId: string): Kept | null {
  try {
    const kept = JSON.parse(window.sessionStorage.getItem(keyOf(themeId)) ?? "null") as Partial<Kept> | null;
    const config = ThemeConfig.safeParse(kept?.config);
    return config.success && typeof kept?.revision === "number"
      ? { config: config.data, revision: kept.revision }
      : null;
  } catch {
    return null;
  }
}

function keep(themeId: string, kept: Kept): void {
  try {
    window.sessionStorage.setItem(keyOf(themeId), JSON.stringify(kept));
  } catch {
    // Without storage the page itself is all that holds the draft; leaving it asks first.
  }
}

function forget(themeId: string): void {
  try {
    window.sessionStorage.removeItem(keyOf(themeId));
  } catch {
    // Then nothing was kept either.
  }
}
