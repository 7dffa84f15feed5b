"use client";

import { Tabs, TabsList, TabsPanel, TabsTab, Textarea, type TextareaProps } from "@mantine/core";
import { useDeferredValue } from "react";
import { onDemand } from "@/app/_ui/actions/on-demand.tsx";
import classes from "./submit.module.css";

const Markdown = onDemand(() =>
  import("@/app/_components/changelog/markdown.tsx").then((module) => module.Markdown),
);

type ChangelogFieldProps = TextareaProps & { value: string };

/** Markdown field with a preview. */
export function ChangelogField({ value, ...field }: ChangelogFieldProps) {
  const shown = useDeferredValue(value);
  return (
    <Tabs defaultValue="write" keepMounted={false}>
      <div className={classes.changelogHead}>
        <span id="changelog-label">Changelog</span>
        <TabsList aria-labelledby="changelog-label">
          <TabsTab value="write">Write</TabsTab>
          <TabsTab value="preview">Preview</TabsTab>
        </TabsList>
      </div>
      <TabsPanel value="write">
        <Textarea
          aria-label="Changelog"
          placeholder={"### Added\n\n- New feature"}
          autosize
          minRows={6}
          maxRows={18}
          value={value}
          {...field}
        />
      </TabsPanel>
      <TabsPanel value="preview">
        <div className={classes.changelog}>
          {shown.trim() === "" ? (
            <p className={classes.nothing}>Nothing to preview</p>
          ) : (
            <Markdown source={shown} topLevel={2} />
          )}
        </div>
      </TabsPanel>
    </Tabs>
  );
}
