"use client";

import { useState } from "react";
import { PhonePreview } from "@/app/_components/theme/theme-preview.tsx";
import { useShortcuts } from "@/app/_ui/keyboard/shortcuts.ts";
import { ChoiceField } from "@/app/builder/[tenant]/_components/choice-field.tsx";
import { SCHEMES } from "@/shared/plugin/theme.ts";
import type { ThemeConfig } from "@/shared/plugin/theme-config.ts";
import classes from "./editor.module.css";

type Shown = "light" | "dark" | "both";

const CHOICES: { value: Shown; label: string }[] = [
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
  { value: "both", label: "Both" },
];

/** Preview of the draft on a phone, in the light scheme, the dark one or both. */
export function PreviewPanel({ name, config }: { name: string; config: ThemeConfig }) {
  const [shown, setShown] = useState<Shown>("both");
  useShortcuts("Preview", [
    { keys: "l", label: "Light, dark or both", run: () => setShown((now) => nextChoice(now)) },
  ]);
  return (
    <section className={classes.preview} aria-label="Preview">
      <div className={classes.previewChoice}>
        <ChoiceField label="Preview" choices={CHOICES} value={shown} onChange={setShown} />
      </div>
      <div className={classes.phones} data-shown={shown}>
        {SCHEMES.filter((scheme) => shown === "both" || shown === scheme).map((scheme) => (
          <PhonePreview key={scheme} config={config} scheme={scheme} label={`${name}, ${scheme}`} />
        ))}
      </div>
    </section>
  );
}

const nextChoice = (shown: Shown): Shown =>
  shown === "both" ? "light" : shown === "light" ? "dark" : "both";
