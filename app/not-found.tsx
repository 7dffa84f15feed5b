import type { Metadata } from "next";
import { ButtonLink } from "./_ui/actions/button";
import { Notice } from "./_ui/frame/standalone-page";

export const metadata: Metadata = { title: "Not found" };

export default function NotFound() {
  return (
    <Notice
      code="404"
      title="There is nothing here"
      description="The address may be mistyped, the thing it named may be gone, or your account may not be allowed to see it."
    >
      <ButtonLink href="/">To the start page</ButtonLink>
      <ButtonLink href="/builder">To the Builder</ButtonLink>
    </Notice>
  );
}
