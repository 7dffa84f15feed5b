"use client";

import { Switch } from "@mantine/core";
import { Dialog } from "../actions/dialog";
import { Kbd } from "./kbd";
import classes from "./shortcut-help.module.css";
import { type Shortcut, useShortcutGroups, useSingleKeys } from "./shortcuts";

type ShortcutHelpProps = { isOpen: boolean; onClose: () => void };

/** Help on keyboard shortcuts: every shortcut of this page, in the order of the page. */
export function ShortcutHelp({ isOpen, onClose }: ShortcutHelpProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Keyboard shortcuts" size={440}>
      <HelpContent />
    </Dialog>
  );
}

function HelpContent() {
  const groups = useShortcutGroups();
  const [areSingleKeysOn, setAreSingleKeysOn] = useSingleKeys();
  return (
    <>
      {mergeByTitle(groups).map(([title, shortcuts]) => (
        <ShortcutTable key={title} title={title} shortcuts={shortcuts} />
      ))}
      <Switch
        className={classes.switch}
        label="Single-key shortcuts"
        description="Turn off to avoid accidental shortcuts."
        checked={areSingleKeysOn}
        onChange={(event) => setAreSingleKeysOn(event.currentTarget.checked)}
      />
    </>
  );
}

function ShortcutTable({ title, shortcuts }: { title: string; shortcuts: Shortcut[] }) {
  return (
    <section className={classes.group}>
      <h3 className={classes.title}>{title}</h3>
      <dl>
        {shortcuts.map((shortcut) => (
          <div key={shortcut.keys} className={classes.row}>
            <dt>{shortcut.label}</dt>
            <dd>
              <Kbd keys={shortcut.keys} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** Parts of a page may each add shortcuts to the same group. */
function mergeByTitle(groups: { title: string; shortcuts: Shortcut[] }[]): [string, Shortcut[]][] {
  const merged = new Map<string, Shortcut[]>();
  for (const { title, shortcuts } of groups) {
    merged.set(title, [...(merged.get(title) ?? []), ...shortcuts]);
  }
  return [...merged];
}
