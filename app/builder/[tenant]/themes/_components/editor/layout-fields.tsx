"use client";

import { CARDS, DENSITIES, NAVIGATIONS, RANGES } from "@/server/themes/policy.ts";
import { ChoiceField } from "../../../../_components/choice-field";
import classes from "./editor.module.css";
import { RangeField } from "./range-field";
import type { ThemeDraft } from "./use-theme-draft";

type PartProps = { draft: ThemeDraft; isDisabled: boolean };

const inWords = <T extends string>(words: readonly T[]) =>
  words.map((value) => ({ value, label: `${value.charAt(0).toUpperCase()}${value.slice(1)}` }));

export function LayoutFields({ draft, isDisabled }: PartProps) {
  const { layout } = draft.config;
  return (
    <div className={classes.grid}>
      <ChoiceField
        label="Navigation"
        choices={inWords(NAVIGATIONS)}
        value={layout.navigation}
        isDisabled={isDisabled}
        onChange={(value) => draft.set("layout", "navigation", value)}
      />
      <ChoiceField
        label="Density"
        choices={inWords(DENSITIES)}
        value={layout.density}
        isDisabled={isDisabled}
        onChange={(value) => draft.set("layout", "density", value)}
      />
      <ChoiceField
        label="Cards"
        choices={inWords(CARDS)}
        value={layout.cards}
        isDisabled={isDisabled}
        onChange={(value) => draft.set("layout", "cards", value)}
      />
      <RangeField
        label="Roundness of corners"
        range={RANGES.radius}
        value={layout.radius}
        toWords={(value) => `${value} px`}
        isDisabled={isDisabled}
        onChange={(value) => draft.set("layout", "radius", value)}
      />
      <RangeField
        label="Space between things"
        range={RANGES.spacing}
        value={layout.spacing}
        toWords={(value) => `${value} px`}
        isDisabled={isDisabled}
        onChange={(value) => draft.set("layout", "spacing", value)}
      />
    </div>
  );
}
