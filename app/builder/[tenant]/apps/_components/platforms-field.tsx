"use client";

import { Checkbox, CheckboxGroup, type CheckboxGroupProps } from "@mantine/core";
import { PLATFORMS } from "@/db/schema/vocabulary.ts";
import { describePlatform } from "../../../../_components/labels";
import classes from "./apps.module.css";

export function PlatformsField(field: Omit<CheckboxGroupProps, "children">) {
  return (
    <CheckboxGroup label="Platforms" description="What it is built for. You can change it later." {...field}>
      <div className={classes.platforms}>
        {PLATFORMS.map((platform) => (
          <Checkbox key={platform} value={platform} label={describePlatform(platform)} />
        ))}
      </div>
    </CheckboxGroup>
  );
}
