import { IconCompassOff } from "@tabler/icons-react";
import type { Metadata } from "next";
import { ButtonLink } from "../../_ui/actions/button";
import { EmptyState } from "../../_ui/feedback/empty-state";

export const metadata: Metadata = { title: "Not found" };

/** Inside the shell: the tenant is right, what the rest of the address names is not there. */
export default function BuilderNotFound() {
  return (
    <EmptyState
      headingLevel={1}
      icon={<IconCompassOff size={20} stroke={1.6} />}
      title="There is nothing here"
      description="The address may be mistyped, or what it named belongs to another tenant. Press Ctrl K or ⌘ K to search this one."
      action={<ButtonLink href="/builder">To the overview</ButtonLink>}
    />
  );
}
