import { IconPalette, IconPuzzle } from "@tabler/icons-react";
import { EmptyState } from "../../../_ui/feedback/empty-state";
import { RegisterButton } from "./register-entity";

export function NoPlugins({ mayPublish }: { mayPublish: boolean }) {
  return (
    <EmptyState
      icon={<IconPuzzle size={20} stroke={1.6} />}
      title="No plugins yet"
      description="A plugin is registered once, under a slug that is then yours, and submitted version by version. The CLI makes a project with all that belongs into it."
      {...(mayPublish && {
        action: <RegisterButton isTheme={false} />,
        command: "cli plugin create my-plugin --type app",
      })}
    />
  );
}

export function NoThemes({ mayPublish }: { mayPublish: boolean }) {
  return (
    <EmptyState
      isFramed
      icon={<IconPalette size={20} stroke={1.6} />}
      title="No themes yet"
      description="A theme is the typography, the colours and the layout of an app. Register one, and change it beside the phone that shows it."
      {...(mayPublish && { action: <RegisterButton isTheme /> })}
    />
  );
}
