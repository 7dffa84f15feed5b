import { IconCompassOff } from "@tabler/icons-react";
import type { Metadata } from "next";
import { BUILDER_PATH } from "@/app/_paths/builder.ts";
import { ButtonLink } from "@/app/_ui/actions/button.tsx";
import { EmptyState } from "@/app/_ui/feedback/empty-state.tsx";

export const metadata: Metadata = { title: "Not found" };

export default function BuilderNotFound() {
  return (
    <EmptyState
      headingLevel={1}
      icon={<IconCompassOff size={20} stroke={1.6} />}
      title="Page not found"
      description="Check the URL, or search this workspace."
      action={<ButtonLink href={BUILDER_PATH}>Go to overview</ButtonLink>}
    />
  );
}
