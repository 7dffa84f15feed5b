"use client";

import { ActionIcon, Button } from "@mantine/core";
import { IconArrowBackUp, IconArrowForwardUp } from "@tabler/icons-react";
import { type KeyboardEvent, useMemo, useState } from "react";
import { FormProblem } from "@/app/_components/forms/form-problem.tsx";
import { PhonePreview } from "@/app/_components/theme/theme-preview.tsx";
import { themePath, themesPath } from "@/app/_paths/builder.ts";
import type { RouterOutputs } from "@/app/_trpc/client.tsx";
import { RelativeTime } from "@/app/_ui/data/time.tsx";
import { Callout } from "@/app/_ui/feedback/callout.tsx";
import { formatCount } from "@/app/_ui/format.ts";
import { useShortcuts } from "@/app/_ui/keyboard/shortcuts.ts";
import { PageHeader } from "@/app/_ui/page/page-header.tsx";
import { Section } from "@/app/_ui/page/section.tsx";
import { ChoiceField } from "@/app/builder/[tenant]/_components/choice-field.tsx";
import { SCHEMES, warningsOf } from "@/shared/plugin/theme.ts";
import type { ThemeConfig } from "@/shared/plugin/theme-config.ts";
import { ColorFields } from "./color-fields";
import classes from "./editor.module.css";
import { LayoutFields, TypographyFields } from "./style-fields";
import { UnsavedChangesGuard } from "./unsaved-changes-guard";
import { useSaveDraft } from "./use-save-draft";
import { type ThemeDraft, useThemeDraft } from "./use-theme-draft";

export type Theme = RouterOutputs["themes"]["get"];

type ThemeEditorProps = { tenant: string; theme: Theme; canEdit: boolean };

/** Editor of the colors, typography and layout of a theme, beside a preview. */
export function ThemeEditor({ tenant, theme, canEdit }: ThemeEditorProps) {
  const draft = useThemeDraft(theme);
  const saving = useSaveDraft(tenant, theme.id, draft);
  const { config, isDirty } = draft;
  const warnings = useMemo(() => warningsOf(config), [config]);
  const save = () => (canEdit && isDirty && !saving.isSaving ? saving.save() : Promise.resolve(!isDirty));

  useShortcuts("Theme editor", [
    { keys: "mod+s", label: "Save draft", run: () => void save() },
    { keys: "mod+z", label: "Undo", run: draft.undo },
    { keys: "mod+y", label: "Redo", run: draft.redo },
  ]);

  /** `useShortcuts` ignores Shift. */
  function redoWithShift(event: KeyboardEvent) {
    const isRedo = event.key.toLowerCase() === "z" && event.shiftKey && (event.ctrlKey || event.metaKey);
    if (!isRedo) return;
    event.preventDefault();
    draft.redo();
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a shortcut for the redo button
    <div onKeyDown={redoWithShift}>
      <PageHeader
        title={theme.name}
        breadcrumbs={[
          { href: themesPath(tenant), label: "Themes" },
          { href: themePath(tenant, theme.id), label: theme.name },
        ]}
        badge={<SaveState draft={draft} isSaving={saving.isSaving} />}
        description={
          canEdit
            ? "Draft. Submit a version to publish your changes."
            : "Read-only. Developers and owners can edit."
        }
        actions={canEdit && <Actions draft={draft} isSaving={saving.isSaving} onSave={save} />}
      />
      {saving.newerRevision ? (
        <DraftNotice
          newer={saving.newerRevision}
          isDirty={isDirty}
          isBusy={saving.isSaving}
          onReload={() => void saving.reload()}
          onOverwrite={() => void saving.save(saving.newerRevision?.revision)}
        />
      ) : (
        <FormProblem error={saving.error} fields={[]} />
      )}
      {draft.isRestored && (
        <Callout tone="info" role="status">
          Restored your unsaved changes. Undo to discard them.
        </Callout>
      )}
      <div className={classes.columns}>
        <PreviewPanel name={theme.name} config={config} />
        <div className={classes.controls}>
          <Section title="Colors" description={<WarningCount count={warnings.length} />} isCard>
            <ColorFields draft={draft} warnings={warnings} isDisabled={!canEdit} />
          </Section>
          <Section title="Typography" isCard>
            <TypographyFields draft={draft} isDisabled={!canEdit} />
          </Section>
          <Section title="Layout" isCard>
            <LayoutFields draft={draft} isDisabled={!canEdit} />
          </Section>
        </div>
      </div>
      <UnsavedChangesGuard isDirty={isDirty && canEdit} onSave={save} />
    </div>
  );
}

function SaveState({ draft, isSaving }: { draft: ThemeDraft; isSaving: boolean }) {
  const label = isSaving ? "Saving…" : draft.isDirty ? "Unsaved changes" : "Saved";
  return (
    <span className={classes.state} role="status" data-dirty={draft.isDirty || undefined}>
      {label}
    </span>
  );
}

function WarningCount({ count }: { count: number }) {
  if (count === 0) return "All text passes WCAG AA contrast.";
  return `${formatCount(count, "warning")}. Visible to moderators.`;
}

type ActionsProps = { draft: ThemeDraft; isSaving: boolean; onSave: () => Promise<boolean> };

function Actions({ draft, isSaving, onSave }: ActionsProps) {
  const icon = { size: 18, stroke: 1.75 };
  return (
    <>
      <ActionIcon
        variant="default"
        aria-label="Undo"
        title="Undo"
        disabled={!draft.canUndo}
        onClick={draft.undo}
      >
        <IconArrowBackUp {...icon} />
      </ActionIcon>
      <ActionIcon
        variant="default"
        aria-label="Redo"
        title="Redo"
        disabled={!draft.canRedo}
        onClick={draft.redo}
      >
        <IconArrowForwardUp {...icon} />
      </ActionIcon>
      <Button disabled={!draft.isDirty} loading={isSaving} onClick={() => void onSave()}>
        Save draft
      </Button>
    </>
  );
}

type DraftNoticeProps = {
  newer: { editedBy: string | null; updatedAt: string };
  isDirty: boolean;
  isBusy: boolean;
  onReload: () => void;
  onOverwrite: () => void;
};

/** Conflict notice: another user saved the theme while it was open here. */
function DraftNotice({ newer, isDirty, isBusy, onReload, onOverwrite }: DraftNoticeProps) {
  return (
    <Callout
      role="alert"
      actions={
        <>
          <Button variant="default" size="xs" onClick={onReload} loading={isBusy}>
            Discard mine
          </Button>
          {isDirty && (
            <Button variant="default" size="xs" onClick={onOverwrite} disabled={isBusy}>
              Overwrite
            </Button>
          )}
        </>
      }
    >
      <p>
        <strong>{newer.editedBy ?? "Another member"}</strong> saved this theme{" "}
        <RelativeTime value={newer.updatedAt} />. {isDirty && "Your changes are unsaved."}
      </p>
    </Callout>
  );
}

type Shown = "light" | "dark" | "both";

const CHOICES: { value: Shown; label: string }[] = [
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
  { value: "both", label: "Both" },
];

/** Preview of the draft on a phone, in the light scheme, the dark one or both. */
function PreviewPanel({ name, config }: { name: string; config: ThemeConfig }) {
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
