import { readFileSync } from "node:fs";
import {
  convertCssVariables,
  DEFAULT_THEME,
  deepMerge,
  defaultCssVariablesResolver,
  mergeMantineTheme,
} from "@mantine/core";
import { describe, expect, it } from "vitest";
import { cssVariables, theme } from "./theme";

type Variables = ReturnType<typeof defaultCssVariablesResolver>;

describe("mantine-variables.css", () => {
  it("has the variables that the theme changes, as Mantine's provider would render them", () => {
    const merged = mergeMantineTheme(DEFAULT_THEME, theme);
    const own = deepMerge(defaultCssVariablesResolver(merged), cssVariables(merged)) as Variables;
    const defaults = defaultCssVariablesResolver(DEFAULT_THEME);
    const expected = convertCssVariables({
      variables: changesOf(own.variables, defaults.variables),
      light: changesOf(own.light, defaults.light),
      dark: changesOf(own.dark, defaults.dark),
    });
    expect(listRules(readFileSync("app/mantine-variables.css", "utf8"))).toEqual(listRules(expected));
  });
});

const changesOf = (own: Record<string, string>, defaults: Record<string, string>) =>
  Object.fromEntries(Object.entries(own).filter(([name, value]) => defaults[name] !== value));

/** Rules as selectors with their declarations, without comments and layout. */
const listRules = (css: string): string[][] =>
  css
    .replaceAll(/\/\*[\s\S]*?\*\//g, "")
    .split("}")
    .map((rule) => rule.split(/[{;]/).map(collapse).filter(Boolean))
    .filter((rule) => rule.length > 0);

const collapse = (text: string): string => text.replaceAll(/\s+/g, " ").trim();
