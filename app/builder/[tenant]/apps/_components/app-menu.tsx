"use client";

import { Menu } from "@mantine/core";
import { IconArchive, IconArchiveOff, IconPencil, IconTrash } from "@tabler/icons-react";
import { PopupMenu } from "@/app/_ui/actions/popup-menu.tsx";
import type { PopupProps } from "@/app/_ui/actions/use-popup.ts";
import type { AppAction, ManagedApp } from "./manage-app";

type AppMenuProps = PopupProps & {
  app: ManagedApp;
  onChoose: (action: AppAction) => void;
  onRestore: () => void;
};

const icon = { size: 16, stroke: 1.75 };

export function AppMenu({ app, onChoose, onRestore, ...popup }: AppMenuProps) {
  return (
    <PopupMenu {...popup} position="bottom-end" width={200}>
      <Menu.Item leftSection={<IconPencil {...icon} />} onClick={() => onChoose("edit")}>
        Edit
      </Menu.Item>
      {app.archivedAt ? (
        <Menu.Item leftSection={<IconArchiveOff {...icon} />} onClick={onRestore}>
          Restore
        </Menu.Item>
      ) : (
        <Menu.Item leftSection={<IconArchive {...icon} />} onClick={() => onChoose("archive")}>
          Archive
        </Menu.Item>
      )}
      {app.lastBuildNumber === 0 && (
        <Menu.Item color="red" leftSection={<IconTrash {...icon} />} onClick={() => onChoose("delete")}>
          Delete
        </Menu.Item>
      )}
    </PopupMenu>
  );
}
