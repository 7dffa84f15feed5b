import { IconDeviceMobile } from "@tabler/icons-react";
import { EmptyState } from "../../../../_ui/feedback/empty-state";
import { NewAppButton } from "./new-app";

export function NoApps({ mayBuild }: { mayBuild: boolean }) {
  const icon = <IconDeviceMobile size={20} stroke={1.6} />;
  if (!mayBuild) {
    return (
      <EmptyState
        icon={icon}
        title="No apps yet"
        description="An app is what is built here, for Android, iOS or both. Your role reads builds; developers and owners of the tenant make apps."
      />
    );
  }
  return (
    <EmptyState
      icon={icon}
      title="No apps yet"
      description="An app is what is built here, for Android, iOS or both. Give it a name; its page then queues the first build, and a build worker takes it."
      action={<NewAppButton />}
    />
  );
}
