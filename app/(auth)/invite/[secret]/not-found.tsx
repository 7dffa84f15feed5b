import type { Metadata } from "next";
import { Notice } from "@/app/_components/frame/standalone-page.tsx";
import { BUILDER_PATH } from "@/app/_paths/builder.ts";
import { ButtonLink } from "@/app/_ui/actions/button.tsx";

export const metadata: Metadata = { title: "Invalid invitation" };

export default function InvitationNotFound() {
  return (
    <Notice
      code="404"
      title="This invitation is not valid"
      description="Check that the link is complete and from the newest email, or ask for a new invitation."
    >
      <ButtonLink href={BUILDER_PATH}>Open Builder</ButtonLink>
    </Notice>
  );
}
