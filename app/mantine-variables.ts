import {
  convertCssVariables,
  DEFAULT_THEME,
  deepMerge,
  defaultCssVariablesResolver,
  mergeMantineTheme,
} from "@mantine/core";
import { cssVariables, theme } from "./theme";

type Variables = ReturnType<typeof defaultCssVariablesResolver>;

/**
 * CSS of Mantine's variables as far as the theme changes them. `MantineProvider` computes the same text at each rendering;
 * here it is computed once, since the theme never changes.
 */
export const MANTINE_VARIABLES_CSS = convertCssVariables(listChanges());

function listChanges(): Variables {
  const merged = mergeMantineTheme(DEFAULT_THEME, theme);
  const own = deepMerge(defaultCssVariablesResolver(merged), cssVariables(merged)) as Variables;
  const defaults = defaultCssVariablesResolver(DEFAULT_THEME);
  return {
    variables: changesOf(own.variables, defaults.variables),
    light: changesOf(own.light, defaults.light),
    dark: changesOf(own.dark, defaults.dark),
  };
}

function changesOf(own: Record<string, string>, defaults: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(own).filter(([name, value]) => defaults[name] !== value));
}
