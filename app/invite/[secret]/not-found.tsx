import type { Metadata } from "next";
import { ButtonLink } from "../../_ui/actions/button";
import { Notice } from "../../_ui/frame/standalone-page";

export const metadata: Metadata = { title: "Invalid invitation" };

export default function InvitationNotFound() {
  return (
    <Notice
      code="404"
      title="This invitation is not valid"
      description="Check that the link is complete and from the newest email, or ask for a new invitation."
    >
      <ButtonLink href="/builder">Open Builder</ButtonLink>
    </Notice>
  );
}
